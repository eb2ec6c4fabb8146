import type { OrderTerm } from '../parse/parse-order.ts';
import type { SelectItem } from '../parse/parse-select.ts';
import { refuse } from '../rest-errors.ts';
import { findEmbed, type Level } from '../schema/resolve.ts';
import { conditionSql } from './build-conditions.ts';
import { buildEmbed, linkSql } from './build-embed.ts';
import { fieldSql, orderSql, type Scope } from './build-fields.ts';
import { isAggregate, isAggregateItem, itemOutputs, type Output } from './build-outputs.ts';
import type { Building } from './building.ts';
import { joinList, type LevelSql } from './level-sql.ts';

/** What one table contributes, wherever its rows come from: outputs, joins, conditions, order. */
export function buildLevel(
  building: Building,
  level: Level,
  alias: string,
  joinConditions: string[] = [],
  rows: Scope['rows'] = 'table',
  isSpread = false,
): LevelSql {
  const scope: Scope = {
    table: level.table,
    label: level.label,
    alias,
    parameters: building.parameters,
    uses: new Set(),
    embeds: new Map(),
    rows,
  };
  const embeds = level.embeds.map((embed) => {
    const link = linkSql(building, scope, embed);
    const { item } = embed;
    const inner = buildLevel(building, embed, link.alias, link.on, 'table', item.spread);
    const built = buildEmbed(building, embed, link.from, inner);
    scope.embeds.set(embed.name, built.state);
    return { item, ...built };
  });
  const conditions = [
    ...joinConditions,
    ...level.conditions.map((condition) => conditionSql(scope, condition)),
  ];
  // Spread aggregates are computed in the row they are spread into.
  const isGrouped =
    !isSpread &&
    (level.items.some((item) => isAggregateItem(scope, item)) ||
      embeds.some(({ item, outputs }) => item.spread && outputs.some(isAggregate)));
  const joins: LevelSql['joins'] = [];
  const embedded = new Map<SelectItem, Output[]>();
  for (const { item, join, state, outputs, list } of embeds) {
    // A list that is only shown is built in place: after sorting, and only for the rows of the page. One that is not
    // shown stays joined, because its bound parameters must appear in the statement.
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
  // Rows can be grouped by jsonb but not by json, which in turn keeps the order of keys.
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
        : ((isGrouped ? spreadField(level, embedded, term, term.resource) : undefined) ??
          relatedField(building, scope, level, term, term.resource));
    if (isGrouped && !groups.includes(sql)) refuseOrder(term);
    return orderSql(term, sql);
  });
  return {
    outputs,
    row: joins.length === 0 && isRow(scope, level) ? `(${alias}.*)::${level.table.id}` : undefined,
    joins,
    where: conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '',
    groupBy: isGrouped && groups.length > 0 ? ` group by ${groups.join(', ')}` : '',
    orderBy: order.length > 0 ? ` order by ${order.join(', ')}` : '',
    uses: scope.uses,
  };
}

/**
 * Whether all columns are shown, each as stored. Before a sort or a join the row stays in separate columns: as a
 * single value it would load every row's out-of-line (TOAST) values.
 */
function isRow({ rows, table }: Scope, { items: [item, ...more], order }: Level): boolean {
  if (rows !== 'table' || item?.kind !== 'star' || more.length > 0 || order.length > 0)
    return false;
  return [...table.columns.values()].every(({ represented }) => !represented?.toJson);
}

/** A column of a to-one resource, for ordering the rows that embed it. */
function relatedField(
  building: Building,
  scope: Scope,
  level: Level,
  { field }: OrderTerm,
  resource: string,
): string {
  const embed = findEmbed(level, resource);
  if (embed.link.isMany) {
    refuse('PGRST118', {
      message: `A related order on '${resource}' is not possible`,
      details: `'${level.table.name}' and '${resource}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  const { from, on, alias } = linkSql(building, scope, embed);
  const plain: Level = { ...embed, items: [], order: [] };
  const target = buildLevel(building, plain, alias, on);
  const inner: Scope = {
    ...scope,
    table: embed.table,
    label: embed.label,
    alias,
    uses: target.uses,
    embeds: new Map(),
    rows: 'table',
  };
  return `(select ${fieldSql(inner, field).sql} from ${from}${joinList(target.joins)}${target.where} limit 1)`;
}

/** The same if rows are grouped by it, taken from the row it is spread into. */
function spreadField(
  level: Level,
  embedded: ReadonlyMap<SelectItem, Output[]>,
  { field }: OrderTerm,
  resource: string,
): string | undefined {
  const { item, items, link } = findEmbed(level, resource);
  if (!item.spread || link.isMany || field.path.length > 0) return undefined;
  const shown = items.find(
    (inner) =>
      inner.kind === 'column' &&
      inner.field.name === field.name &&
      inner.field.path.length === 0 &&
      !inner.aggregate &&
      inner.cast === undefined,
  );
  if (shown?.kind !== 'column') return undefined;
  return embedded.get(item)?.find(({ name }) => name === (shown.alias ?? field.name))?.sql;
}

function refuseOrder({ field }: OrderTerm): never {
  refuse('PGRST100', {
    message: `"failed to parse order (${field.name})"`,
    details: 'Groups are ordered only by columns that are selected as they are.',
  });
}
