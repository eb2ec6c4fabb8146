import type { ColumnItem, SelectItem } from '../parse/parse-select.ts';
import { refuse } from '../rest-errors.ts';
import { castSql, type Scope, shownSql } from './build-fields.ts';
import { placeName, quoteName } from './sql.ts';

export type Output = {
  name: string;
  sql: string;
  kind: 'plain' | 'aggregate' | 'json';
  /** For an aggregate: the value of one row, and how many are combined. */
  each?: { sql: string; gather: (sql: string) => string };
};

/** What one item of `select` shows of its table. */
export function itemOutputs(scope: Scope, item: Exclude<SelectItem, { kind: 'embed' }>): Output[] {
  if (item.kind === 'star') {
    return [...scope.table.columns.keys()].map((name) => ({
      name,
      ...shownSql(scope, { name, path: [] }),
    }));
  }
  if (item.kind === 'count' || isBareCount(scope, item)) {
    // A missing row that is spread must not be counted, but `count(*)` would count it.
    const each = { sql: 'true', gather: (sql: string) => castSql(`count(${sql})`, item.cast) };
    const sql = castSql('count(*)', item.cast);
    return [{ name: item.alias ?? 'count', sql, kind: 'aggregate', each }];
  }
  const { field, alias, cast, aggregate } = item;
  const shown = shownSql(scope, field);
  const plain = castSql(shown.sql, cast);
  const kind = cast === undefined ? shown.kind : 'plain';
  if (!aggregate) return [{ name: alias ?? label(item), sql: plain, kind }];
  const gather = (sql: string) => castSql(`${aggregate.name}(${sql})`, aggregate.cast);
  const each = { sql: plain, gather };
  return [{ name: alias ?? aggregate.name, sql: gather(plain), kind: 'aggregate', each }];
}

export function isAggregateItem(scope: Scope, item: SelectItem): boolean {
  if (item.kind === 'count') return true;
  return item.kind === 'column' && (item.aggregate !== undefined || isBareCount(scope, item));
}

/** `count` without parentheses counts rows, unless the table has a column of that name. */
function isBareCount(scope: Scope, { field, aggregate }: ColumnItem): boolean {
  return (
    field.name === 'count' &&
    field.path.length === 0 &&
    !aggregate &&
    !scope.table.columns.has('count')
  );
}

function label({ field }: ColumnItem): string {
  return field.path.findLast((step) => !step.isIndex)?.key ?? field.name;
}

/** What a resource contributes to the row it is spread into: for an aggregate, the value combined there. */
export function spreadOutput({ name, kind, each }: Output, sql: string): Output {
  if (!each) return { name, sql, kind };
  const { gather } = each;
  return { name, sql: gather(sql), kind, each: { sql, gather } };
}

export function isAggregate({ kind }: Output): boolean {
  return kind === 'aggregate';
}

/** Columns with their labels, for rows that are converted to JSON directly. */
export function outputList(outputs: Output[]): string {
  return outputs.map(({ sql, name }) => `${sql} as ${quoteLabel(name)}`).join(', ');
}

/** Columns named by position, for rows that the statement itself reads. */
export function placeList(outputs: Output[], isSpread = false): string {
  return outputs
    .map(({ sql, each }, place) => `${each && isSpread ? each.sql : sql} as ${placeName(place)}`)
    .join(', ');
}

/** The same columns as `placeList` names them. */
export function placed(outputs: Output[]): Output[] {
  return outputs.map((output, place) => ({ ...output, name: placeName(place) }));
}

/** PostgreSQL truncates longer names, and two truncated ones could collide. */
const longestLabel = 63;

function quoteLabel(name: string): string {
  if (name === '' || Buffer.byteLength(name) > longestLabel) {
    refuse('PGRST100', {
      message: `"failed to parse select parameter": '${name}' is no label`,
      details: `A label has between 1 and ${longestLabel} bytes.`,
      hint: 'Give the column a label of its own, as in label:column.',
    });
  }
  return quoteName(name);
}
