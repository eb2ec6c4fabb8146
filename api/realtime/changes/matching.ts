import type { Condition } from './filters.ts';
import { createLike } from './like.ts';
import { compareLong, isLong } from './long-numbers.ts';

/** A value as `to_jsonb` writes it; the values of filters have the same form. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type Row = Record<string, Json>;
export type Matcher = (row: Row) => boolean;

/**
 * Whether a row matches, with SQL's rules: for null, only `is` and `isdistinct` can be true. `read` converts a value
 * of the filter to the form in which the column's type is written.
 */
export function createMatcher(
  conditions: readonly Condition[],
  read: (column: string, value: string) => Json,
): Matcher {
  const tests = conditions.map((condition) => createTest(condition, read));
  return (row) => tests.every((test) => test(row));
}

function createTest(
  { column, operator, values, isNegated }: Condition,
  read: (column: string, value: string) => Json,
): Matcher {
  const holds = createComparison(operator, values, (value) => read(column, value));
  return (row) => {
    const value = row[column];
    // Only the key of a deleted row is known.
    if (value === undefined) return false;
    const answer = holds(value);
    return answer === undefined ? false : answer !== isNegated;
  };
}

/** Undefined stands for SQL's unknown, which stays unknown when negated. */
function createComparison(
  operator: Condition['operator'],
  values: string[],
  read: (value: string) => Json,
): (value: Json) => boolean | undefined {
  const [word = ''] = values;
  if (operator === 'is') {
    if (word === 'null' || word === 'unknown') return (value) => value === null;
    return (value) => value === (word === 'true');
  }
  if (operator === 'isdistinct') {
    const wanted = word === 'null' ? null : read(word);
    return (value) => !isEqual(value, wanted);
  }
  if (operator === 'like' || operator === 'ilike') {
    const fold = (text: string) => (operator === 'ilike' ? text.toLowerCase() : text);
    const isLike = createLike(fold(word));
    return unlessNull((value) => typeof value === 'string' && isLike(fold(value)));
  }
  if (operator === 'in') {
    const wanted = values.map(read);
    return unlessNull((value) => wanted.some((one) => isEqual(value, one)));
  }
  const wanted = read(word);
  if (operator === 'eq') return unlessNull((value) => isEqual(value, wanted));
  if (operator === 'neq') return unlessNull((value) => !isEqual(value, wanted));
  const isWanted = { lt: [-1], lte: [-1, 0], gt: [1], gte: [1, 0] }[operator] ?? [];
  return unlessNull((value) => isWanted.includes(compare(value, wanted)));
}

function unlessNull(test: (value: Json) => boolean) {
  return (value: Json) => (value === null ? undefined : test(value));
}

function isEqual(one: Json, other: Json): boolean {
  if (isLong(one) || isLong(other)) return compareLong(one, other) === 0;
  if (typeof one !== 'object' || one === null) return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}

function compare(one: Json, other: Json): number {
  if (one === null || other === null) return Number.NaN;
  if (isLong(one) || isLong(other)) return compareLong(one, other);
  if (typeof one !== typeof other || typeof one === 'object') return Number.NaN;
  return one < other ? -1 : one > other ? 1 : 0;
}
