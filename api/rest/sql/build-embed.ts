import { refuseUnsupported } from '../rest-errors.ts';
import type { Embed } from '../schema/resolve.ts';
import { columnSql, type EmbedState, rowSql, type Scope } from './build-fields.ts';
import {
  isAggregate,
  type Output,
  outputList,
  placed,
  placeList,
  spreadOutput,
} from './build-outputs.ts';
import { embeddedPage, pagedSql } from './build-page.ts';
import { type Building, nextAlias } from './building.ts';
import { type LevelSql, selectSql } from './level-sql.ts';
import { placeName, quoteName } from './sql.ts';
import { weighedRows } from './weigh.ts';

export type EmbedSql = {
  /** A join to the rows of an embedded resource, already converted to JSON. */
  join: string;
  state: EmbedState;
  outputs: Output[];
  /** The same without a join, for a list that no other part of the statement refers to. */
  list?: Output[];
};

/** `level` is what the embedded resource contributes, with rows from `from`. */
export function buildEmbed(
  building: Building,
  embed: Embed,
  from: string,
  level: LevelSql,
): EmbedSql {
  const { link, item } = embed;
  const join = nextAlias(building);
  if (item.spread && link.isMany && level.outputs.some(isAggregate)) {
    refuseUnsupported('Aggregates are not implemented for one-to-many or many-to-many spreads.');
  }
  const list = item.spread ? placeList(level.outputs, true) : outputList(level.outputs);
  const rows = selectSql(list, from, level);
  // A single row needs no limit, unless one is requested.
  const isPaged = link.isMany || embed.limit || embed.offset;
  const page = embeddedPage(embed.limit, embed.offset);
  const shown = isPaged ? pagedSql(building, rows, page) : rows;
  const spread = item.spread
    ? level.outputs
        .map((_, place) => placeName(place))
        .map((name) => (link.isMany ? `, json_agg(r.${name}) as ${name}` : `, r.${name}`))
        .join('')
    : '';
  const json = link.isMany ? 'json_agg(r.*)' : 'row_to_json(r.*)';
  const mark = link.isMany ? 'case when count(*) > 0 then true end' : 'true';
  const outputs = item.spread ? placed(level.outputs) : level.outputs;
  const source = link.isMany
    ? weighedRows(building, shown, outputs, building.weighed?.share)
    : `(${shown}) as r`;
  const found = `(select ${item.spread ? mark : json} as found${spread} from ${source})`;
  const isShown = level.outputs.length > 0;
  const kind = item.inner ? `join lateral` : 'left join lateral';
  return {
    join: `${kind} ${found} as ${join} on ${item.inner ? `${join}.found is not null` : 'true'}`,
    state: { isMissing: `${join}.found is null`, isNeeded: item.inner },
    outputs: item.spread
      ? level.outputs.map((output, place) => {
          const column = `${join}.${placeName(place)}`;
          if (!link.isMany) return spreadOutput(output, column);
          // With many rows, each column is a list.
          return { name: output.name, sql: `coalesce(${column}, '[]')`, kind: 'json' };
        })
      : jsonOutput(embed, `${join}.found`, isShown),
    list: link.isMany && !item.spread ? jsonOutput(embed, found, isShown) : undefined,
  };
}

/** An embedded resource with nothing to show, directly or nested, that only filters. */
function jsonOutput({ link, name }: Embed, found: string, isShown: boolean): Output[] {
  if (!isShown) return [];
  return [{ name, sql: link.isMany ? `coalesce(${found}, '[]')` : found, kind: 'json' }];
}

/** A change must return the whole row for a function to take it. */
function wholeRow(scope: Scope): string {
  if (scope.rows !== 'changed') return rowSql(scope);
  const columns = [...scope.table.columns.keys()].map((name) => columnSql(scope, name));
  return `row(${columns.join(', ')})::${scope.table.id}`;
}

/** Where the rows of an embedded resource come from, and which of them belong to a row of the parent. */
export function linkSql(building: Building, parent: Scope, { link }: Embed) {
  const alias = nextAlias(building);
  if (link.routine) {
    return { from: `${link.routine}(${wholeRow(parent)}) as ${alias}`, on: [], alias };
  }
  const target = `${link.target.id} as ${alias}`;
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
    from: `${target} join ${link.junction.table.id} as ${middle} on ${across.join(' and ')}`,
    on: link.on.map(
      ({ here, there }) => `${middle}.${quoteName(there)} = ${columnSql(parent, here)}`,
    ),
    alias,
  };
}
