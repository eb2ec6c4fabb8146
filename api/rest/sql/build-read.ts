import { limits } from '../limits.ts';
import type { Format } from '../parse/media-type.ts';
import type { PageShape } from '../parse/parse-query.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { Level } from '../schema/resolve.ts';
import { bodySql, csvHeader, eachSql, rowList } from './build-body.ts';
import { buildLevel } from './build-level.ts';
import { placeList } from './build-outputs.ts';
import { pagedSql, pageRowsSql, rootPage } from './build-page.ts';
import { type Building, nextAlias, startBuilding } from './building.ts';
import { joinList, type LevelSql, selectSql } from './level-sql.ts';
import { type InputReader, saidSql } from './sql.ts';
import { withinSize } from './within-size.ts';

/** A statement and how to get its parameters out of a request of the same shape. */
export type Built = { text: string; readers: InputReader[] };

export type ReadPlan = Built & {
  /** The planner's guess at the number of rows, where an exact count is not asked for. */
  estimate?: Built;
  /** The first line of a CSV answer. */
  header: string;
  /** The rows one by one: PostgreSQL says how many there are. */
  isBare: boolean;
  /** Without its body, it is a row that is too large to be shown. */
  isBounded: boolean;
};

export type ReadOptions = {
  format: Format;
  isHead: boolean;
  count: Preferences['count'];
  maxRows: number | undefined;
  /** Whether something may be said of the answer. */
  isHeard: boolean;
};

export function buildRead(level: Level, page: PageShape, options: ReadOptions): ReadPlan {
  const { format, isHead, count, maxRows, isHeard } = options;
  const building = startBuilding(maxRows);
  const alias = nextAlias(building);
  const parts = buildLevel(building, level, alias);
  const from = `${level.table.id} as ${alias}`;
  const matches = matchesSql(parts, from);
  // One row is asked for, so that there is nothing to gather.
  const isBare = format.kind === 'object' && !isHead && !isHeard;
  const text =
    isHead && count === 'exact' && usesAll(building, matches)
      ? countSql(building, matches, page, isHeard)
      : `select ${
          isBare
            ? `${eachSql(format, parts)} as body`
            : `${isHead ? 'null' : bodySql(format, parts)} as body, count(*) as rows`
        }${totalSql(count, parts, from)}${isHeard ? saidSql : ''} from (${rowsSql(
          building,
          parts,
          from,
          page,
          format,
        )}) as r`;
  const isBounded = maxRows !== undefined && !isHead;
  const others = [!isBare && 'rows', count && 'total', isHeard && 'said'];
  return {
    text: isBounded ? withinSize(text, others) : text,
    readers: building.parameters.readers,
    isBare,
    isBounded,
    estimate:
      count === 'planned' || count === 'estimated' ? buildEstimate(level, format) : undefined,
    header: format.kind === 'csv' ? csvHeader(parts.outputs) : '',
  };
}

/** Rows that are counted and not shown are gone through once. */
function countSql(building: Building, matches: string, page: PageShape, isHeard: boolean): string {
  const rows = pageRowsSql(building, 'c.total', rootPage(page));
  return `select null as body, ${rows} as rows, c.total${isHeard ? saidSql : ''} from (select count(*) as total from (${matches}) as m) as c`;
}

/** PostgreSQL refuses parameters that nothing asks for: those of a selection or an order. */
function usesAll({ parameters }: Building, sql: string): boolean {
  return new Set(sql.match(/\$\d+/g)).size === parameters.readers.length;
}

/** One row for each that the filters leave. */
function matchesSql(parts: LevelSql, from: string): string {
  const joins = parts.joins.filter(({ embed }) => embed.isNeeded || parts.groupBy);
  return `select 1 from ${from}${joinList(joins)}${parts.where}${parts.groupBy}`;
}

/** The rows of one page. */
export function rowsSql(
  building: Building,
  parts: LevelSql,
  from: string,
  page: PageShape,
  { kind }: Format,
): string {
  const list = kind === 'csv' ? placeList(parts.outputs) : rowList(parts);
  return pagedSql(building, selectSql(list, from, parts), rootPage(page));
}

/** All rows that the filters leave, whatever page is shown. */
export function totalSql(count: Preferences['count'], parts: LevelSql, from: string): string {
  if (count !== 'exact' && count !== 'estimated') return '';
  // An estimate counts no further than one page, and asks the planner beyond that.
  const enough = count === 'estimated' ? ` limit ${limits.rowsPerPage + 1}` : '';
  return `, (select count(*) from (${matchesSql(parts, from)}${enough}) as c) as total`;
}

function buildEstimate(level: Level, format: Format): Built {
  const building = startBuilding();
  const alias = nextAlias(building);
  const parts = buildLevel(building, level, alias);
  const from = `${level.table.id} as ${alias}`;
  const rows = rowsSql(building, parts, from, { isOffset: false }, format);
  return { text: `explain (format json) ${rows}`, readers: building.parameters.readers };
}
