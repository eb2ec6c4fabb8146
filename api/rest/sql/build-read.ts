import { limits } from '../limits.ts';
import type { Format } from '../parse/media-type.ts';
import type { PageShape } from '../parse/parse-query.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { Level } from '../schema/resolve.ts';
import { bodySql, csvHeader, eachSql, rowList } from './build-body.ts';
import { buildLevel } from './build-level.ts';
import { placed, placeList } from './build-outputs.ts';
import { pagedSql, pageRowsSql, rootPage } from './build-page.ts';
import { type Building, nextAlias, startBuilding } from './building.ts';
import { joinList, type LevelSql, selectSql } from './level-sql.ts';
import { type InputReader, saidSql } from './sql.ts';
import { lightRows, weighedRows, whatIsWeighed } from './weigh.ts';
import { withinSize } from './within-size.ts';

/** A statement, and how to read its parameters from a request of the same shape. */
export type Built = { text: string; readers: InputReader[] };

export type ReadPlan = Built & {
  /** The planner's estimate of the number of rows, if an exact count is not requested. */
  estimate?: Built;
  /** The first line of a CSV response. */
  header: string;
  /** Rows are returned one by one: PostgreSQL reports their number. */
  isBare: boolean;
  /** A row without a body means that the body was too large. */
  isBounded: boolean;
};

export type ReadOptions = {
  format: Format;
  isHead: boolean;
  count: Preferences['count'];
  maxRows: number | undefined;
  /** Whether SQL may set the response's status and headers. */
  isHeard: boolean;
};

export function buildRead(level: Level, page: PageShape, options: ReadOptions): ReadPlan {
  const { format, isHead, count, maxRows, isHeard } = options;
  const building = startBuilding(maxRows, maxRows ? whatIsWeighed(level) : undefined);
  const alias = nextAlias(building);
  const parts = buildLevel(building, level, alias);
  const from = `${level.table.id} as ${alias}`;
  const matches = matchesSql(parts, from);
  // A single row is requested, so there is nothing to aggregate.
  const isBare = format.kind === 'object' && !isHead && !isHeard;
  const each = eachSql(format, parts);
  const isWeighed = building.weighed !== undefined;
  const text =
    isHead && count === 'exact' && usesAll(building, matches)
      ? countSql(building, matches, page, isHeard)
      : `select ${
          isBare
            ? `${isWeighed ? firstOnly(each) : each} as body`
            : `${isHead ? 'null' : bodySql(format, parts)} as body, count(*) as rows`
        }${totalSql(count, parts, from)}${isHeard ? saidSql : ''} from ${
          isHead || isBare
            ? lightRows(
                building,
                rowsSql(building, parts, from, page, format),
                isHead ? [] : parts.outputs,
              )
            : weighedSql(building, parts, from, page, format)
        }`;
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

/** Rows that are counted but not shown are read only once. */
function countSql(building: Building, matches: string, page: PageShape, isHeard: boolean): string {
  const rows = pageRowsSql(building, 'c.total', rootPage(page));
  return `select null as body, ${rows} as rows, c.total${isHeard ? saidSql : ''} from (select count(*) as total from (${matches}) as m) as c`;
}

/** PostgreSQL rejects parameters that are never used: those of a selection or an order. */
function usesAll({ parameters }: Building, sql: string): boolean {
  return new Set(sql.match(/\$\d+/g)).size === parameters.readers.length;
}

/** One row for each that passes the filters. */
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

/** The same as `r`, weighed while they become one list. */
export function weighedSql(
  building: Building,
  parts: LevelSql,
  from: string,
  page: PageShape,
  format: Format,
): string {
  const rows = rowsSql(building, parts, from, page, format);
  const { outputs } = parts;
  return weighedRows(building, rows, format.kind === 'csv' ? placed(outputs) : outputs);
}

/** Where a single row is requested, further ones are only counted. */
function firstOnly(sql: string): string {
  return `case when row_number() over () = 1 then ${sql} end`;
}

/** All rows that pass the filters, whatever page is shown. */
export function totalSql(count: Preferences['count'], parts: LevelSql, from: string): string {
  if (count !== 'exact' && count !== 'estimated') return '';
  // An estimated count only counts up to one page exactly, and asks the planner beyond that.
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
