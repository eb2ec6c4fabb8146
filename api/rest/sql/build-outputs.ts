import type { ColumnItem, SelectItem } from '../parse/parse-select.ts';
import { refuse } from '../rest-errors.ts';
import { castSql, columnSql, fieldSql, type Scope } from './build-fields.ts';
import { placeName, quoteName } from './sql.ts';

export type Output = { name: string; sql: string; kind: 'plain' | 'aggregate' | 'json' };

/** What one item of `select` shows of its table. */
export function itemOutputs(scope: Scope, item: Exclude<SelectItem, { kind: 'embed' }>): Output[] {
  if (item.kind === 'star') {
    return [...scope.table.columns.keys()].map((name) => ({
      name,
      sql: columnSql(scope, name),
      kind: 'plain',
    }));
  }
  if (item.kind === 'count' || isBareCount(scope, item)) {
    return [
      { name: item.alias ?? 'count', sql: castSql('count(*)', item.cast), kind: 'aggregate' },
    ];
  }
  const { field, alias, cast, aggregate } = item;
  const plain = castSql(fieldSql(scope, field).sql, cast);
  const sql = aggregate ? castSql(`${aggregate.name}(${plain})`, aggregate.cast) : plain;
  return [
    { name: alias ?? aggregate?.name ?? label(item), sql, kind: aggregate ? 'aggregate' : 'plain' },
  ];
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

export function isAggregate({ kind }: Output): boolean {
  return kind === 'aggregate';
}

/** Columns under their labels, for rows that become JSON as they are. */
export function outputList(outputs: Output[]): string {
  return outputs.map(({ sql, name }) => `${sql} as ${quoteLabel(name)}`).join(', ');
}

/** Columns under their places, for rows whose columns the statement itself reads. */
export function placeList(outputs: Output[]): string {
  return outputs.map(({ sql }, place) => `${sql} as ${placeName(place)}`).join(', ');
}

/** PostgreSQL cuts longer names, and two that are cut can become one. */
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
