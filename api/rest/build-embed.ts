import { columnSql, fieldSql, type Scope } from './build-fields.ts';
import {
  type Building,
  buildLevel,
  isAggregate,
  joinList,
  nextAlias,
  type Output,
  outputList,
  placeList,
} from './build-level.ts';
import { embeddedPage, pagedSql } from './build-page.ts';
import type { OrderTerm } from './parse-order.ts';
import { type Embed, findEmbed, type Level } from './resolve.ts';
import { refuse, refuseUnsupported } from './rest-errors.ts';
import { placeName, quoteName, tableName } from './sql.ts';

export type EmbedSql = {
  /** A join to the rows of an embedded resource, already made into JSON. */
  join: string;
  state: { isMissing: string; isNeeded: boolean };
  outputs: Output[];
  /** The same without the join, for many rows that nothing else in the statement asks about. */
  list?: Output[];
};

export function buildEmbed(building: Building, parent: Scope, embed: Embed): EmbedSql {
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
  const list = item.spread ? placeList(level.outputs) : outputList(level.outputs);
  const rows = `select ${list} from ${from}${joinList(level.joins)}${level.where}${level.groupBy}${level.orderBy}`;
  // One row needs no limit, unless one is asked for.
  const isPaged = link.isMany || embed.limit || embed.offset;
  const page = embeddedPage(embed.limit, embed.offset);
  const shown = isPaged ? pagedSql(building, rows, page) : rows;
  const spread = item.spread
    ? level.outputs.map((_, place) => `, r.${placeName(place)}`).join('')
    : '';
  const json = link.isMany ? 'json_agg(r.*)' : 'row_to_json(r.*)';
  const found = `(select ${item.spread ? 'true' : json} as found${spread} from (${shown}) as r)`;
  const kind = item.inner ? `join lateral` : 'left join lateral';
  return {
    join: `${kind} ${found} as ${join} on ${item.inner ? `${join}.found is not null` : 'true'}`,
    state: { isMissing: `${join}.found is null`, isNeeded: item.inner },
    outputs: item.spread
      ? level.outputs.map(({ name, kind }, place) => ({
          name,
          sql: `${join}.${placeName(place)}`,
          kind,
        }))
      : jsonOutput(embed, `${join}.found`),
    list: link.isMany ? jsonOutput(embed, found) : undefined,
  };
}

function jsonOutput({ item, link, name }: Embed, found: string): Output[] {
  // An embedded resource without columns only filters.
  if (item.items.length === 0) return [];
  return [{ name, sql: link.isMany ? `coalesce(${found}, '[]')` : found, kind: 'json' }];
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

/** A column of a to-one resource, to order the rows that embed it. */
export function relatedField(
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
    alias,
    uses: target.uses,
    embeds: new Map(),
  };
  return `(select ${fieldSql(inner, field).sql} from ${from}${joinList(target.joins)}${target.where} limit 1)`;
}
