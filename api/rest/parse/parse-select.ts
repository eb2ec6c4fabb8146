import { limits } from '../limits.ts';
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
  takeJsonPath,
  takeName,
  takePattern,
} from './cursor.ts';

type Aggregate = { name: 'count' | 'sum' | 'avg' | 'min' | 'max'; cast?: string };
export type ColumnItem = {
  kind: 'column';
  field: Field;
  alias?: string;
  cast?: string;
  aggregate?: Aggregate;
};
export type EmbedItem = {
  kind: 'embed';
  target: string;
  alias?: string;
  hint?: string;
  inner: boolean;
  spread: boolean;
  items: SelectItem[];
};
export type SelectItem =
  | { kind: 'star' }
  | { kind: 'count'; alias?: string; cast?: string }
  | ColumnItem
  | EmbedItem;

/** `id,when:created_at::date,meta->>kind,company!inner(name),applications(count())` */
export function parseSelect(text: string): SelectItem[] {
  const cursor = startReading('select parameter', text);
  const budget = { items: limits.selectItems, embeds: limits.embeds };
  const items = isAtEnd(cursor) ? [] : readItems(cursor, budget, 0);
  if (!isAtEnd(cursor)) fail(cursor, '"," or end of input');
  return items;
}

type Budget = { items: number; embeds: number };

function readItems(cursor: Cursor, budget: Budget, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    if (--budget.items < 0) fail(cursor, `at most ${limits.selectItems} columns`);
    skipSpace(cursor);
    items.push(readItem(cursor, budget, depth));
    skipSpace(cursor);
  } while (take(cursor, ','));
  return items;
}

function readItem(cursor: Cursor, budget: Budget, depth: number): SelectItem {
  if (take(cursor, '*')) return { kind: 'star' };
  const spread = take(cursor, '...') || take(cursor, '..');
  let name = takeName(cursor);
  let alias: string | undefined;
  if (!spread && looksAt(cursor, ':') && !looksAt(cursor, '::')) {
    expect(cursor, ':');
    alias = name;
    name = takeName(cursor);
  }
  if (name === 'count' && take(cursor, '()'))
    return { kind: 'count', alias, cast: readCast(cursor) };
  if (spread || looksAt(cursor, '!') || looksAt(cursor, '(')) {
    return readEmbed(cursor, budget, depth, { kind: 'embed', target: name, alias, spread });
  }
  const field = { name, path: takeJsonPath(cursor) };
  const cast = readCast(cursor);
  const aggregate = readAggregate(cursor);
  return { kind: 'column', field, alias, cast, aggregate };
}

function readEmbed(
  cursor: Cursor,
  budget: Budget,
  depth: number,
  start: Pick<EmbedItem, 'kind' | 'target' | 'alias' | 'spread'>,
): EmbedItem {
  if (depth === limits.embedDepth) fail(cursor, `at most ${limits.embedDepth} levels of embedding`);
  if (--budget.embeds < 0) fail(cursor, `at most ${limits.embeds} embedded resources`);
  let inner = false;
  let hint: string | undefined;
  while (take(cursor, '!')) {
    const word = takeName(cursor);
    if (word === 'inner') inner = true;
    else if (word !== 'left') hint = word;
  }
  expect(cursor, '(');
  const items = looksAt(cursor, ')') ? [] : readItems(cursor, budget, depth + 1);
  expect(cursor, ')');
  return { ...start, hint, inner, items };
}

function readCast(cursor: Cursor): string | undefined {
  if (!take(cursor, '::')) return undefined;
  return takePattern(cursor, /[\p{L}\p{N}_$ ]+/uy)?.trim() || fail(cursor, 'a type');
}

const aggregateCall = /\.(count|sum|avg|min|max)\(\)/y;

function readAggregate(cursor: Cursor): Aggregate | undefined {
  const call = takePattern(cursor, aggregateCall);
  if (!call) {
    if (looksAt(cursor, '.')) fail(cursor, 'count(), sum(), avg(), min() or max()');
    return undefined;
  }
  return { name: call.slice(1, -2) as Aggregate['name'], cast: readCast(cursor) };
}
