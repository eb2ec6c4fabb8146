import { conditionSql } from './build-conditions.ts';
import { buildEmbed, relatedField } from './build-embed.ts';
import { castSql, columnSql, fieldSql, orderSql, type Scope } from './build-fields.ts';
import type { OrderTerm } from './parse-order.ts';
import type { ColumnItem, SelectItem } from './parse-select.ts';
import type { Level } from './resolve.ts';
import { refuse } from './rest-errors.ts';
import { type Parameters, placeName, quoteName } from './sql.ts';

export type Building = {
  parameters: Parameters;
  /** The most rows of a page or an embedded list, or nothing for service_role. */
  maxRows: number | undefined;
  aliases: number;
};

export type Output = { name: string; sql: string; kind: 'plain' | 'aggregate' | 'json' };

export type LevelSql = {
  outputs: Output[];
  joins: { sql: string; embed: { isMissing: string; isNeeded: boolean } }[];
  where: string;
  groupBy: string;
  orderBy: string;
  uses: Set<string>;
};

export function nextAlias(building: Building): string {
  return `t${building.aliases++}`;
}

/** What one table contributes, wherever its rows come from: outputs, joins, conditions, order. */
export function buildLevel(
  building: Building,
  level: Level,
  alias: string,
  joinConditions: string[] = [],
): LevelSql {
  const scope: Scope = {
    table: level.table,
    alias,
    parameters: building.parameters,
    uses: new Set(),
    embeds: new Map(),
  };
  const embeds = new Map(level.embeds.map((embed) => [embed, buildEmbed(building, scope, embed)]));
  for (const [{ name }, { state }] of embeds) scope.embeds.set(name, state);
  const conditions = [
    ...joinConditions,
    ...level.conditions.map((condition) => conditionSql(scope, condition)),
  ];
  const isGrouped = level.items.some((item) => isAggregateItem(scope, item));
  const joins: LevelSql['joins'] = [];
  const embedded = new Map<SelectItem, Output[]>();
  for (const [{ item }, { join, state, outputs, list }] of embeds) {
    // A list that is nothing but shown is made in its place: after a sort, and only for the page's rows.
    if (list?.length && level.items.includes(item) && !state.isNeeded && !isGrouped) {
      embedded.set(item, list);
    } else {
      joins.push({ sql: join, embed: state });
      embedded.set(item, outputs);
    }
  }
  let outputs = level.items.flatMap((item) =>
    item.kind === 'embed' ? (embedded.get(item) ?? []) : itemOutputs(scope, item),
  );
  // Rows can be grouped by jsonb but not by json, which on the other hand keeps the order of keys.
  if (isGrouped) {
    outputs = outputs.map((output) =>
      output.kind === 'json' ? { ...output, sql: `(${output.sql})::jsonb` } : output,
    );
  }
  const groups = outputs.filter((output) => !isAggregate(output)).map(({ sql }) => sql);
  const order = level.order.map((term) => {
    const sql =
      term.resource === undefined
        ? fieldSql(scope, term.field).sql
        : relatedField(building, scope, level, term, term.resource);
    if (isGrouped && !groups.includes(sql)) refuseOrder(term);
    return orderSql(term, sql);
  });
  return {
    outputs,
    joins,
    where: conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '',
    groupBy: isGrouped && groups.length > 0 ? ` group by ${groups.join(', ')}` : '',
    orderBy: order.length > 0 ? ` order by ${order.join(', ')}` : '',
    uses: scope.uses,
  };
}

export function isAggregate({ kind }: Output): boolean {
  return kind === 'aggregate';
}

function refuseOrder({ field }: OrderTerm): never {
  refuse('PGRST100', {
    message: `"failed to parse order (${field.name})"`,
    details: 'Groups are ordered only by columns that are selected as they are.',
  });
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

export function joinList(joins: LevelSql['joins']): string {
  return joins.map(({ sql }) => ` ${sql}`).join('');
}

function itemOutputs(scope: Scope, item: Exclude<SelectItem, { kind: 'embed' }>): Output[] {
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

function isAggregateItem(scope: Scope, item: SelectItem): boolean {
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
