import type { Statement } from './statement.ts';

/**
 * Limits for one connection: PostgreSQL forgets no prepared statement until told to. It also keeps
 * the column labels of every result until the connection ends, prepared or not, at about ten bytes
 * per character of the query. So a connection is replaced after this many characters sent.
 */
export const preparedLimits = { statements: 100, characters: 100_000, sent: 2_000_000 };

/**
 * The statements that one connection keeps prepared; of those from requests, the least recently
 * used give way. A statement counts as soon as it is sent, because one that failed may be prepared
 * nevertheless.
 */
export function createPreparedNames({ statements, characters, sent: most } = preparedLimits) {
  const lasting = new Set<string>();
  // The least recently used comes first.
  const passing = new Map<string, { length: number; isSure: boolean }>();
  let total = 0;
  let sentCharacters = 0;

  /** Whether it must be parsed, because no statement of this name is known to exist. */
  function use({ name, text, isLasting }: Named): boolean {
    if (isLasting) return !lasting.has(name);
    const found = passing.get(name);
    if (found) passing.delete(name);
    else total += text.length;
    passing.set(name, found ?? { length: text.length, isSure: false });
    return !found?.isSure;
  }

  /** Evicts names until the limits are met, but none of the last `spared`. */
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
    /** The same where nothing may be kept prepared. */
    sendAnew(sent: readonly Statement[]): { close: string[]; parse: Set<Statement> } {
      for (const { text } of sent) sentCharacters += text.length;
      return { close: [], parse: new Set(sent) };
    },
    /** Whether so much has been sent that a new connection should take its place. */
    isWorn: () => sentCharacters > most,
    /** All of them ran, so they are prepared. */
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
