import type { PageShape, Range } from '../parse/parse-query.ts';
import type { Building } from './building.ts';
import type { InputReader } from './sql.ts';

type Page = {
  limit?: InputReader;
  ceiling?: number;
  offset?: InputReader;
};

/**
 * The rows of one page. The planner sees a ceiling as a constant, while the limit itself is bound: with only a bound
 * limit, PostgreSQL would plan every request again.
 */
export function pagedSql({ parameters, maxRows }: Building, rows: string, page: Page): string {
  const { limit, ceiling, offset } = page;
  const skipped = offset ? ` offset ${parameters.bind(offset)}::bigint` : '';
  if (!limit) return `${rows}${maxRows === undefined ? '' : ` limit ${maxRows}`}${skipped}`;
  const most = maxRows ?? Number.POSITIVE_INFINITY;
  const bound = parameters.bind((inputs) => Math.min(Number(limit(inputs)), most));
  const first = ceiling === undefined ? '' : ` limit ${ceiling}`;
  return `select * from (${rows}${first}) as p limit ${bound}::bigint${skipped}`;
}

/** The number of rows on a page whose rows are not requested themselves. */
export function pageRowsSql({ parameters, maxRows }: Building, total: string, page: Page): string {
  const { limit, offset } = page;
  const left = offset ? `greatest(${total} - ${parameters.bind(offset)}::bigint, 0)` : total;
  const most = maxRows ?? Number.POSITIVE_INFINITY;
  if (limit) {
    const bound = parameters.bind((inputs) => Math.min(Number(limit(inputs)), most));
    return `least(${left}, ${bound}::bigint)`;
  }
  return maxRows === undefined ? left : `least(${left}, ${maxRows})`;
}

export function rootPage({ ceiling, isOffset }: PageShape): Page {
  return {
    limit: ceiling === undefined ? undefined : ({ page }) => page.limit,
    ceiling,
    offset: isOffset ? ({ page }) => page.offset : undefined,
  };
}

export function embeddedPage(limit: Range | undefined, offset: Range | undefined): Page {
  return {
    limit: limit && (({ values }) => values[limit.value]),
    ceiling: limit && !offset ? limit.ceiling : undefined,
    offset: offset && (({ values }) => values[offset.value]),
  };
}
