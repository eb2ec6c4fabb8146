import { conditionSql } from './build-conditions.ts';
import { castSql, columnSql, fieldSql, orderSql, type Scope } from './build-fields.ts';
import type { OrderTerm } from './parse-order.ts';
import type { ColumnItem, SelectItem } from './parse-select.ts';
import type { Embed, Level } from './resolve.ts';
import { refuse, refuseUnsupported } from './rest-errors.ts';
import { type Parameters, quoteName, tableName } from './sql.ts';

export type Building = {
  parameters: Parameters;
  /** The most rows of a page or an embedded list, or nothing for service_role. */
  maxRows: number | undefined;
  aliases: number;
};

type Output = { name: string; sql: string; kind: 'plain' | 'aggregate' | 'json' };

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
  const joins: LevelSql['joins'] = [];
  const embedded = new Map<Embed['item'], Output[]>();
  for (const embed of level.embeds) {
    const { join, outputs, state } = buildEmbed(building, scope, embed);
    scope.embeds.set(embed.name, state);
    joins.push({ sql: join, embed: state });
    embedded.set(embed.item, outputs);
  }
  let outputs = level.items.flatMap((item) =>
    item.kind === 'embed' ? (embedded.get(item) ?? []) : itemOutputs(scope, item),
  );
  const isGrouped = outputs.some(isAggregate);
  // Rows can be grouped by jsonb but not by json, which on the other hand keeps the order of keys.
  if (isGrouped) {
    outputs = outputs.map((output) =>
      output.kind === 'json' ? { ...output, sql: `(${output.sql})::jsonb` } : output,
    );
  }
  const conditions = [
    ...joinConditions,
    ...level.conditions.map((condition) => conditionSql(scope, condition)),
  ];
  const order = level.order.map((term) => orderSql(term, orderField(building, scope, level, term)));
  const groups = outputs.filter((output) => !isAggregate(output)).map(({ sql }) => sql);
  return {
    outputs,
    joins,
    where: conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '',
    groupBy: isGrouped && groups.length > 0 ? ` group by ${groups.join(', ')}` : '',
    orderBy: order.length > 0 ? ` order by ${order.join(', ')}` : '',
    uses: scope.uses,
  };
}

function isAggregate({ kind }: Output): boolean {
  return kind === 'aggregate';
}

export function outputList(outputs: Output[]): string {
  return outputs.map(({ sql, name }) => `${sql} as ${quoteName(name)}`).join(', ');
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

/** A join to the rows of an embedded resource, already made into JSON. */
function buildEmbed(building: Building, parent: Scope, embed: Embed) {
  const { link, item } = embed;
  if (item.spread && link.isMany) {
    refuse('PGRST119', {
      message: `A spread operation on '${item.target}' is not possible`,
      details: `'${parent.table.name}' and '${item.target}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  const join = nextAlias(building);
  const { from, on, alias } = linkSql(building, parent, embed);
  const level = buildLevel(building, embed, alias, on);
  if (item.spread && level.outputs.some(isAggregate)) {
    refuseUnsupported('An aggregate inside a spread resource');
  }
  const list = outputList(level.outputs);
  const rows = `select ${list} from ${from}${joinList(level.joins)}${level.where}${level.groupBy}${level.orderBy}${limitSql(building, embed)}`;
  const state = { isMissing: `${join}.found is null`, isNeeded: item.inner };
  const spread = item.spread
    ? level.outputs.map(({ name }) => `, r.${quoteName(name)}`).join('')
    : '';
  const found = link.isMany ? 'json_agg(r)' : 'row_to_json(r)';
  const kind = item.inner ? `join lateral` : 'left join lateral';
  const sql = `${kind} (select ${item.spread ? 'true' : found} as found${spread} from (${rows}) as r) as ${join} on ${item.inner ? `${join}.found is not null` : 'true'}`;
  return { join: sql, state, outputs: embedOutputs(embed, join, level.outputs) };
}

function embedOutputs({ item, link, name }: Embed, join: string, outputs: Output[]): Output[] {
  if (item.spread) {
    return outputs.map((output) => ({
      name: output.name,
      sql: `${join}.${quoteName(output.name)}`,
      kind: output.kind,
    }));
  }
  // An embedded resource without columns only filters.
  if (item.items.length === 0) return [];
  const sql = link.isMany ? `coalesce(${join}.found, '[]')` : `${join}.found`;
  return [{ name, sql, kind: 'json' }];
}

function linkSql(building: Building, parent: Scope, { link }: Embed) {
  const alias = nextAlias(building);
  const target = `${tableName(link.target.name)} as ${alias}`;
  if (!link.junction) {
    const on = link.on.map(
      ({ here, there }) => `${alias}.${quoteName(there)} = ${columnSql(parent, here)}`,
    );
    return { from: target, on, alias };
  }
  const middle = nextAlias(building);
  const across = link.junction.on.map(
    ({ here, there }) => `${alias}.${quoteName(there)} = ${middle}.${quoteName(here)}`,
  );
  return {
    from: `${target} join ${tableName(link.junction.table.name)} as ${middle} on ${across.join(' and ')}`,
    on: link.on.map(
      ({ here, there }) => `${middle}.${quoteName(there)} = ${columnSql(parent, here)}`,
    ),
    alias,
  };
}

function limitSql({ parameters, maxRows }: Building, { link, limit, offset }: Embed): string {
  if (!link.isMany && limit === undefined && offset === undefined) return '';
  let sql = maxRows === undefined ? '' : ` limit ${maxRows}`;
  if (limit !== undefined) {
    sql = ` limit ${parameters.bind(({ values }) => Math.min(Number(values[limit]), maxRows ?? Number.POSITIVE_INFINITY))}::bigint`;
  }
  if (offset !== undefined)
    sql += ` offset ${parameters.bind(({ values }) => values[offset])}::bigint`;
  return sql;
}

function orderField(building: Building, scope: Scope, level: Level, term: OrderTerm): string {
  if (term.resource === undefined) return fieldSql(scope, term.field).sql;
  const embed = level.embeds.find(
    ({ name, item }) => name === term.resource || item.target === term.resource,
  );
  if (!embed) {
    refuse('PGRST108', {
      message: `'${term.resource}' is not an embedded resource in this request`,
      hint: `Verify that '${term.resource}' is included in the 'select' query parameter.`,
    });
  }
  if (embed.link.isMany) {
    refuse('PGRST118', {
      message: `A related order on '${term.resource}' is not possible`,
      details: `'${level.table.name}' and '${term.resource}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  const { from, on, alias } = linkSql(building, scope, embed);
  const plain: Level = { ...embed, items: [], order: [] };
  const target = buildLevel(building, plain, alias, on);
  const inner: Scope = {
    ...scope,
    table: embed.table,
    alias,
    uses: target.uses,
    embeds: new Map(),
  };
  return `(select ${fieldSql(inner, term.field).sql} from ${from}${joinList(target.joins)}${target.where} limit 1)`;
}
