import { limits } from '../limits.ts';
import { arrayLiteral } from '../sql/sql.ts';
import {
  type Cursor,
  expect,
  type Field,
  fail,
  isAtEnd,
  looksAt,
  skipSpace,
  startReading,
  take,
  takeField,
  takeJsonPath,
  takeName,
  takePattern,
  takeQuoted,
} from './cursor.ts';

/** What is compared: a bound value (by its index among the request's values) or a keyword. */
export type Filter = {
  kind: 'filter';
  field: Field;
  negated: boolean;
  operator: string;
  /** `any` or `all`, the language of a text search, or the word after `is`. */
  modifier: string;
  value: number;
  /** Part of the shape, so that the planner can use partial indexes. */
  truth: 'true' | 'false' | undefined;
};
export type Logic = { kind: 'and' | 'or'; negated: boolean; terms: Condition[] };
export type Condition = Filter | Logic;

const comparisons = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'];
const plainOperators = 'neq isdistinct cs cd ov sl sr nxr nxl adj'.split(' ');
const searchOperators = ['fts', 'plfts', 'phfts', 'wfts'];
const operators = new Set([...comparisons, ...plainOperators, ...searchOperators, 'in', 'is']);

/** Collects values while the parts of a request are parsed. */
export type Reading = { values: string[]; filters: number };

export function startsWithOperator(text: string): boolean {
  const word = /^(?:not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(text)?.[1];
  return word !== undefined && operators.has(word);
}

export function readFilter(reading: Reading, field: Field, text: string): Filter {
  return readOperation(reading, field, startReading('filter', text), false);
}

/** `(a.eq.1,not.and(b.gt.2,c.is.null))`; the operator and its negation come from the parameter's name. */
export function readLogic(
  reading: Reading,
  kind: 'and' | 'or',
  negated: boolean,
  text: string,
): Logic {
  const cursor = startReading('logic tree', text, (negated ? 4 : 0) + kind.length);
  const logic = readGroup(reading, cursor, kind, negated, 1);
  if (!isAtEnd(cursor)) fail(cursor, 'end of input');
  return logic;
}

function readGroup(
  reading: Reading,
  cursor: Cursor,
  kind: 'and' | 'or',
  negated: boolean,
  depth: number,
): Logic {
  if (depth > limits.logicDepth) fail(cursor, `at most ${limits.logicDepth} levels of and/or`);
  skipSpace(cursor);
  expect(cursor, '(');
  const terms: Condition[] = [];
  do {
    skipSpace(cursor);
    terms.push(readTerm(reading, cursor, depth));
    skipSpace(cursor);
  } while (take(cursor, ','));
  expect(cursor, ')');
  skipSpace(cursor);
  return { kind, negated, terms };
}

const fieldStart = /(?=["\p{L}\p{N}_$])/uy;
const groupStart = /(not\.)?(and|or)(?=\s*\()/y;

function readTerm(reading: Reading, cursor: Cursor, depth: number): Condition {
  const group = takePattern(cursor, groupStart);
  if (group) {
    return readGroup(
      reading,
      cursor,
      group.endsWith('and') ? 'and' : 'or',
      group.startsWith('not.'),
      depth + 1,
    );
  }
  if (takePattern(cursor, fieldStart) === undefined) {
    fail(
      cursor,
      'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    );
  }
  const field = takeField(cursor);
  expect(cursor, '.');
  return readOperation(reading, field, cursor, true);
}

const anOperator = 'operator (eq, gt, ...)';

/** Without this, a parameter that is neither a filter nor known would be ignored. */
export function refuseStrangeFilter(text: string): never {
  const cursor = startReading('filter', text);
  failAtOperator(cursor, take(cursor, 'not.'));
}

function failAtOperator(cursor: Cursor, negated: boolean): never {
  fail(cursor, negated ? anOperator : `"not" or ${anOperator}`);
}

function readOperation(reading: Reading, field: Field, cursor: Cursor, nested: boolean): Filter {
  if (++reading.filters > limits.filters) fail(cursor, `at most ${limits.filters} filters`);
  const negated = take(cursor, 'not.');
  const wordAt = cursor.at;
  const operator = takePattern(cursor, /[a-z]+/y) ?? '';
  if (!operators.has(operator)) {
    cursor.at = wordAt;
    failAtOperator(cursor, negated);
  }
  let modifier = readModifier(cursor, operator);
  expect(cursor, '.');
  let value = -1;
  let truth: Filter['truth'];
  if (operator === 'is') {
    modifier = readKeyword(cursor);
    if (!nested && !isAtEnd(cursor)) fail(cursor, 'end of input');
  } else {
    const text = operator === 'in' ? readList(cursor, nested) : readValue(cursor, nested);
    value = reading.values.push(text) - 1;
    if (operator === 'eq' && modifier === '') truth = readTruth(text);
  }
  return { kind: 'filter', field, negated, operator, modifier, value, truth };
}

function readTruth(text: string): Filter['truth'] {
  return text === 'true' || text === 'false' ? text : undefined;
}

function readModifier(cursor: Cursor, operator: string): string {
  if (!take(cursor, '(')) return '';
  const at = cursor.at;
  const modifier = takePattern(cursor, /[\w $]+/y) ?? '';
  const isQuantifier = modifier === 'any' || modifier === 'all';
  const fits = searchOperators.includes(operator)
    ? modifier !== ''
    : comparisons.includes(operator) && isQuantifier;
  if (!fits) {
    cursor.at = at;
    fail(
      cursor,
      searchOperators.includes(operator) ? 'a language' : '"any" or "all", where allowed',
    );
  }
  expect(cursor, ')');
  return modifier.trim();
}

function readKeyword(cursor: Cursor): string {
  const word = takePattern(cursor, /(?:not_null|null|unknown|true|false)(?![\w])/iy);
  return word?.toLowerCase() ?? fail(cursor, 'null, not_null, true, false or unknown');
}

/** `(a,"b,c",d)` as the text of a PostgreSQL array. */
function readList(cursor: Cursor, nested: boolean): string {
  skipSpace(cursor);
  expect(cursor, '(');
  skipSpace(cursor);
  const items: string[] = [];
  if (!take(cursor, ')')) {
    do {
      if (items.length === limits.listValues) fail(cursor, `at most ${limits.listValues} values`);
      items.push(readListItem(cursor, /[^,)]*/y));
    } while (take(cursor, ','));
    expect(cursor, ')');
  }
  if (!nested) {
    skipSpace(cursor);
    if (!isAtEnd(cursor)) fail(cursor, 'end of input');
  }
  return arrayLiteral(items);
}

const quotedItem = /"(?:[^"\\]|\\.)*"(?=[,)])/sy;

function readListItem(cursor: Cursor, plain: RegExp): string {
  const start = cursor.at;
  // A value that only starts with a quote, as the official client writes it, means a literal quote.
  if (looksAt(cursor, '"') && takePattern(cursor, quotedItem) !== undefined) {
    cursor.at = start;
    return takeQuoted(cursor);
  }
  return takePattern(cursor, plain) ?? '';
}

function readValue(cursor: Cursor, nested: boolean): string {
  if (!nested) {
    const text = cursor.text.slice(cursor.at);
    cursor.at = cursor.text.length;
    return text;
  }
  if (looksAt(cursor, '{')) return readArrayText(cursor);
  return readListItem(cursor, /[^,)]*/y);
}

/** `{a,"b,}",{c}}`: inside and/or, commas between braces belong to the value. */
function readArrayText(cursor: Cursor): string {
  const text = takePattern(
    cursor,
    /\{(?:[^{}"]|"(?:[^"\\]|\\.)*"|\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\})*\}/y,
  );
  if (text === undefined || !/[,)]/.test(cursor.text.charAt(cursor.at))) {
    fail(cursor, 'a balanced {…} followed by "," or ")"');
  }
  return text;
}

export type Key = { path: string[]; field: Field };

const plainKey = /^[a-z_][a-z0-9_]*$/;

/** A parameter's name: the path of embedded resources, then a column. */
export function readParameterName(text: string): Key {
  if (plainKey.test(text)) return { path: [], field: { name: text, path: [] } };
  const cursor = startReading('tree path', text);
  const names = [takeName(cursor)];
  while (take(cursor, '.')) {
    if (names.length > limits.embedDepth) fail(cursor, 'a shorter path');
    names.push(takeName(cursor));
  }
  const field = { name: names.pop() ?? '', path: takeJsonPath(cursor) };
  if (!isAtEnd(cursor)) fail(cursor, '".", "->", "->>" or end of input');
  return { path: names, field };
}
