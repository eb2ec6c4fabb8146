import type { Statement } from './statement.ts';

/**
 * What one connection keeps prepared; PostgreSQL forgets nothing before it is told to. It also
 * keeps the labels of each answer's rows until the connection ends, prepared or not: about ten
 * bytes for each character of a statement. So a connection ends after it was sent so many.
 */
export const preparedLimits = { statements: 100, characters: 100_000, sent: 2_000_000 };

/**
 * The statements that one connection keeps prepared. Of those that come from requests the ones not
 * used for long give way. A statement counts from the moment it is sent, because one that failed
 * may be prepared nevertheless.
 */
export function createPreparedNames({ statements, characters, sent: most } = preparedLimits) {
  const lasting = new Set<string>();
  // The first was not used for the longest time.
  const passing = new Map<string, { length: number; isSure: boolean }>();
  let total = 0;
  let sentCharacters = 0;

  /** Whether it must be sent, because nothing of this name is known to be there. */
  function use({ name, text, isLasting }: Named): boolean {
    if (isLasting) return !lasting.has(name);
    const found = passing.get(name);
    if (found) passing.delete(name);
    else total += text.length;
    passing.set(name, found ?? { length: text.length, isSure: false });
    return !found?.isSure;
  }

  /** Forgets names until no more is kept than may be, but none of the last `spared`. */
  function makeRoom(spared: number): string[] {
    const names: string[] = [];
    for (const [name, { length }] of passing) {
      const isFull = passing.size > statements || total > characters;
      if (!isFull || passing.size <= spared) break;
      passing.delete(name);
      total -= length;
      names.push(name);
    }
    return names;
  }

  return {
    /** What to close and what to prepare before these statements can run. */
    plan(sent: readonly Statement[]): { close: string[]; parse: Set<Statement> } {
      const parse = new Set<Statement>();
      for (const statement of sent) {
        if (isNamed(statement) && !use(statement)) continue;
        parse.add(statement);
        sentCharacters += statement.text.length;
      }
      return { close: makeRoom(sent.length), parse };
    },
    /** The same, where nothing may be kept. */
    sendAnew(sent: readonly Statement[]): { close: string[]; parse: Set<Statement> } {
      for (const { text } of sent) sentCharacters += text.length;
      return { close: [], parse: new Set(sent) };
    },
    /** Whether the connection has been sent so much that a new one should take its place. */
    isWorn: () => sentCharacters > most,
    /** All of them ran, so they are there. */
    confirm(sent: readonly Statement[]): void {
      for (const { name, isLasting } of sent) {
        if (!name) continue;
        const found = passing.get(name);
        if (isLasting) lasting.add(name);
        else if (found) found.isSure = true;
      }
    },
  };
}

type Named = Statement & { name: string };

function isNamed(statement: Statement): statement is Named {
  return Boolean(statement.name);
}

export type PreparedNames = ReturnType<typeof createPreparedNames>;
