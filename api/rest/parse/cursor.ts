import { limits } from '../limits.ts';
import { refuse } from '../rest-errors.ts';

/** A position in one query parameter. `what` names the parameter in errors. */
export type Cursor = {
  readonly text: string;
  readonly what: string;
  at: number;
  /** The number of characters that errors count before the first one. */
  readonly before: number;
};

export function startReading(what: string, text: string, before = 0): Cursor {
  return { text, what, at: 0, before };
}

export function looksAt(cursor: Cursor, piece: string): boolean {
  return cursor.text.startsWith(piece, cursor.at);
}

export function take(cursor: Cursor, piece: string): boolean {
  if (!looksAt(cursor, piece)) return false;
  cursor.at += piece.length;
  return true;
}

export function takePattern(cursor: Cursor, sticky: RegExp): string | undefined {
  sticky.lastIndex = cursor.at;
  const found = sticky.exec(cursor.text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

export function skipSpace(cursor: Cursor): void {
  takePattern(cursor, /[ \t]*/y);
}

export function expect(cursor: Cursor, piece: string): void {
  if (!take(cursor, piece)) fail(cursor, `"${piece}"`);
}

export function isAtEnd(cursor: Cursor): boolean {
  return cursor.at >= cursor.text.length;
}

export function fail(cursor: Cursor, expecting: string): never {
  const { text, what, at, before } = cursor;
  refuse('PGRST100', {
    message: `"failed to parse ${what} (${text})" (line 1, column ${before + at + 1})`,
    details: `unexpected ${isAtEnd(cursor) ? 'end of input' : quoted(text.charAt(at), expecting)} expecting ${expecting}`,
  });
}

/** PostgREST quotes a character differently where it expected nothing more. */
function quoted(letter: string, expecting: string): string {
  return expecting.endsWith('end of input') ? `'${letter}'` : JSON.stringify(letter);
}

const plainName = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy;

export function takeName(cursor: Cursor): string {
  if (looksAt(cursor, '"')) return takeQuoted(cursor);
  const name = takePattern(cursor, plainName)?.trim();
  return name || fail(cursor, 'field name (* or [a..z0..9_$])');
}

/** Text in double quotes, in which a backslash escapes the next character. */
export function takeQuoted(cursor: Cursor): string {
  expect(cursor, '"');
  let text = '';
  for (;;) {
    text += takePattern(cursor, /[^"\\]*/y) ?? '';
    if (take(cursor, '"')) return text;
    if (!take(cursor, '\\') || isAtEnd(cursor)) fail(cursor, '"\\""');
    text += cursor.text.charAt(cursor.at++);
  }
}

export type JsonStep = { arrow: '->' | '->>'; key: string; isIndex: boolean };
/** A column, or a path inside a JSON column. */
export type Field = { name: string; path: JsonStep[] };

const arrayIndex = /-?\d{1,9}(?=->|::|[.,)]|$)/y;

export function takeField(cursor: Cursor): Field {
  return { name: takeName(cursor), path: takeJsonPath(cursor) };
}

export function takeJsonPath(cursor: Cursor): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = take(cursor, '->>') ? '->>' : take(cursor, '->') ? '->' : undefined;
    if (!arrow) return path;
    if (path.length === limits.jsonPathSteps) fail(cursor, 'a shorter JSON path');
    const index = takePattern(cursor, arrayIndex);
    path.push({ arrow, key: index ?? takeKey(cursor), isIndex: index !== undefined });
  }
}

/** A key ends at the next arrow, at a cast, or where a column's name would. */
const plainKey = /(?:[^-:.,>()]|-(?!>)|:(?!:))+/y;

function takeKey(cursor: Cursor): string {
  if (looksAt(cursor, '"')) return takeQuoted(cursor);
  // A key that starts like a number has to be quoted.
  if (take(cursor, '-')) fail(cursor, 'digit');
  const key = takePattern(cursor, plainKey)?.trim();
  return key || fail(cursor, 'any non reserved character different from: .,>()');
}
