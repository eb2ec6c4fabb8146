import { limitCeiling } from './build-page.ts';
import { limits } from './limits.ts';
import {
  type Condition,
  type Reading,
  readFilter,
  readKey,
  readLogic,
  startsWithOperator,
} from './parse-conditions.ts';
import { RestError, refuse } from './rest-errors.ts';

/** A query string with its values set apart: two requests of one shape share one statement. */
export type Query = {
  select?: string;
  columns?: string;
  onConflict?: string;
  conditions: { path: string[]; condition: Condition }[];
  orders: { path: string[]; text: string }[];
  /** Limits and offsets of embedded resources, as places among the values. */
  ranges: Range[];
  page: { offset: number; limit?: number };
  /** Parameters that are no filters: the arguments of a function called by GET. */
  args: Map<string, string>;
  values: string[];
  shape: string;
};

export type Range = { path: string[]; part: 'limit' | 'offset'; value: number; ceiling: number };

const controlCharacters = /%(?:0[0-8bcef]|1[0-9a-f]|7f)/i;

export function readQuery(url: URL, rangeHeader: string | null): Query {
  if (url.search.length > limits.urlLength) {
    throw new RestError('PGRST100', 414, {
      message: `The query string is longer than ${limits.urlLength} characters`,
    });
  }
  if (controlCharacters.test(url.search)) {
    refuse('PGRST100', { message: 'The query string has control characters' });
  }
  const reading: Reading = { values: [], shape: [], filters: 0 };
  const query: Query = {
    conditions: [],
    orders: [],
    ranges: [],
    page: { offset: 0 },
    args: new Map(),
    values: reading.values,
    shape: '',
  };
  const seen = new Set<string>();
  for (const [key, text] of url.searchParams) {
    if (key === 'apikey') continue;
    const isOnce = readParameter(query, reading, key, text);
    if (isOnce && seen.has(key))
      refuse('PGRST100', { message: `"${key}" is given more than once` });
    seen.add(key);
  }
  if (rangeHeader) restrictPage(query, rangeHeader);
  reading.shape.push(pageShape(query.page));
  query.shape = reading.shape.join('\u0001');
  return query;
}

function pageShape({ limit, offset }: Query['page']): string {
  const ceiling = limit === undefined ? '' : limitCeiling(offset + limit);
  return `${ceiling}${offset > 0 ? 'offset' : ''}`;
}

const reserved: Record<string, 'select' | 'columns' | 'onConflict'> = {
  select: 'select',
  columns: 'columns',
  on_conflict: 'onConflict',
};

/** Answers whether the parameter may be given only once. */
function readParameter(query: Query, reading: Reading, key: string, text: string): boolean {
  const { shape } = reading;
  const name = Object.hasOwn(reserved, key) ? reserved[key] : undefined;
  if (name) {
    query[name] = text;
    shape.push(key, text);
    return true;
  }
  const word = key.slice(key.lastIndexOf('.') + 1);
  if (word === 'order') {
    query.orders.push({ path: pathOf(key), text });
    shape.push(key, text);
    return true;
  }
  if (word === 'limit' || word === 'offset') {
    readRange(query, reading, key, word, text);
    return true;
  }
  if (word === 'and' || word === 'or') {
    const parents = pathOf(key);
    const negated = parents.at(-1) === 'not';
    const path = negated ? parents.slice(0, -1) : parents;
    shape.push(path.join('.'));
    query.conditions.push({ path, condition: readLogic(reading, word, negated, text) });
    return false;
  }
  if (!key.includes('.') && !startsWithOperator(text)) {
    query.args.set(key, text);
    return true;
  }
  const { path, field } = readKey(key);
  shape.push(path.join('.'));
  query.conditions.push({ path, condition: readFilter(reading, field, text) });
  return false;
}

function pathOf(key: string): string[] {
  const { path } = readKey(key);
  return path;
}

function readRange(
  query: Query,
  reading: Reading,
  key: string,
  part: 'limit' | 'offset',
  text: string,
): void {
  if (/^-\d+$/.test(text)) {
    refuse('PGRST103', {
      message: 'Requested range not satisfiable',
      details: `${part === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`,
    });
  }
  if (!/^\d{1,15}$/.test(text)) {
    refuse('PGRST100', {
      message: `"failed to parse ${key} (${text})"`,
      details: 'expecting digits',
    });
  }
  const path = pathOf(key);
  if (path.length === 0) {
    query.page[part] = Number(text);
    return;
  }
  const ceiling = limitCeiling(Number(text));
  reading.shape.push(key, part === 'limit' ? String(ceiling) : '');
  query.ranges.push({ path, part, value: reading.values.push(text) - 1, ceiling });
}

/** `Range: 0-9`, within what `limit` and `offset` leave. Other units, such as bytes, are not ours. */
function restrictPage(query: Query, header: string): void {
  if (header.includes('=')) return;
  const [, from = '', to = ''] = /^(\d{1,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  const { offset, limit } = query.page;
  const start = Math.max(offset, Number(from));
  const end = Math.min(
    to === '' ? Number.POSITIVE_INFINITY : Number(to),
    limit === undefined ? Number.POSITIVE_INFINITY : offset + limit - 1,
  );
  if (from === '' || end < start) {
    refuse('PGRST103', {
      message: 'Requested range not satisfiable',
      details:
        'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    });
  }
  query.page =
    end === Number.POSITIVE_INFINITY
      ? { offset: start }
      : { offset: start, limit: end - start + 1 };
}
