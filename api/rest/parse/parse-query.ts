import { withFewMarks } from '#domain/text/plain-text.ts';
import { limits } from '../limits.ts';
import { RestError, refuse } from '../rest-errors.ts';
import {
  type Condition,
  type Reading,
  readFilter,
  readLogic,
  readParameterName,
  startsWithOperator,
} from './parse-conditions.ts';

/** A query string with its values separated: two requests of one shape share one statement. */
export type Query = {
  shape: QueryShape;
  page: { offset: number; limit?: number };
  /** Parameters that are not filters: the arguments of a function called by GET. */
  args: Map<string, string[]>;
  values: string[];
};

/** Everything in a query that its SQL depends on, as plain data. */
export type QueryShape = {
  select?: string;
  columns?: string;
  onConflict?: string;
  conditions: { path: string[]; condition: Condition }[];
  orders: { path: string[]; text: string }[];
  /** Limits and offsets of embedded resources, as indexes into the values. */
  ranges: Range[];
  page: PageShape;
  args: string[];
  /** Arguments given several times, which only variadic ones may be. */
  repeated: string[];
};

/** `ceiling` is a round number not below the limit; missing if there is no limit. */
export type PageShape = { ceiling?: number; isOffset: boolean };

export type Range = { path: string[]; part: 'limit' | 'offset'; value: number; ceiling?: number };

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
  const reading: Reading = { values: [], filters: 0 };
  const shape: QueryShape = {
    conditions: [],
    orders: [],
    ranges: [],
    page: { isOffset: false },
    args: [],
    repeated: [],
  };
  const query: Query = { shape, page: { offset: 0 }, args: new Map(), values: reading.values };
  const seen = new Set<string>();
  for (const [key, text] of url.searchParams) {
    if (key === 'apikey') continue;
    const isOnce = readParameter(query, reading, key, withFewMarks(text));
    if (isOnce && seen.has(key)) refuseRepeated(key);
    seen.add(key);
  }
  if (rangeHeader) restrictPage(query, rangeHeader);
  shape.page = pageShape(query.page);
  shape.args = [...query.args.keys()];
  shape.repeated = repeatedIn(query.args);
  return query;
}

export function addArgument(args: Map<string, string[]>, name: string, value: string): void {
  const given = args.get(name);
  if (given) given.push(value);
  else args.set(name, [value]);
}

export function repeatedIn(args: Map<string, string[]>): string[] {
  return [...args].filter(([, given]) => given.length > 1).map(([name]) => name);
}

export function refuseRepeated(key: string): never {
  refuse('PGRST100', { message: `"${key}" is given more than once` });
}

function pageShape({ limit, offset }: Query['page']): PageShape {
  const ceiling = limit === undefined ? undefined : limitCeiling(offset + limit);
  return { ceiling, isOffset: offset > 0 };
}

function limitCeiling(limit: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(limit, 16)));
}

const reserved: Record<string, 'select' | 'columns' | 'onConflict'> = {
  select: 'select',
  columns: 'columns',
  on_conflict: 'onConflict',
};

/** Returns whether the parameter may be given only once. */
function readParameter(query: Query, reading: Reading, key: string, text: string): boolean {
  const { shape } = query;
  const name = Object.hasOwn(reserved, key) ? reserved[key] : undefined;
  if (name) {
    shape[name] = text;
    return true;
  }
  const word = key.slice(key.lastIndexOf('.') + 1);
  if (word === 'order') {
    shape.orders.push({ path: pathOf(key), text });
    return true;
  }
  if (word === 'limit' || word === 'offset') {
    readRange(query, reading, key, word, text);
    return true;
  }
  if (word === 'and' || word === 'or') {
    const parents = pathOf(key);
    // The client for Kotlin puts `not` before the embedded resource, others after it: PostgREST accepts it anywhere.
    const path = parents.filter((parent) => parent !== 'not');
    const negated = path.length < parents.length;
    shape.conditions.push({ path, condition: readLogic(reading, word, negated, text) });
    return false;
  }
  if (!key.includes('.') && !startsWithOperator(text)) {
    addArgument(query.args, key, text);
    return false;
  }
  const { path, field } = readParameterName(key);
  shape.conditions.push({ path, condition: readFilter(reading, field, text) });
  return false;
}

function pathOf(key: string): string[] {
  const { path } = readParameterName(key);
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
    // A negative offset is ignored: there is nothing before the first row.
    if (part === 'offset') return;
    refuse('PGRST103', {
      message: 'Requested range not satisfiable',
      details: 'Limit should be greater than or equal to zero.',
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
  const ceiling = part === 'limit' ? limitCeiling(Number(text)) : undefined;
  query.shape.ranges.push({ path, part, value: reading.values.push(text) - 1, ceiling });
}

/** A place behind all rows, and a number that PostgreSQL reads. */
const farthest = 1e15;

/**
 * `Range: 0-9`, within what `limit` and `offset` leave. Anything else, such as a range of bytes, is ignored, and so is
 * any range beside `limit=0`.
 */
function restrictPage(query: Query, header: string): void {
  const [, from, to] = /^(\d+)-(\d*)$/.exec(header) ?? [];
  const { offset, limit } = query.page;
  if (from === undefined || limit === 0) return;
  const start = Math.max(offset, Math.min(Number(from), farthest));
  const end = Math.min(
    to ? Math.min(Number(to), farthest) : Number.POSITIVE_INFINITY,
    limit === undefined ? Number.POSITIVE_INFINITY : offset + limit - 1,
  );
  if (end < start) {
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
