import { limits } from '../limits.ts';

/**
 * The same row, without a body that is larger than may go out: a column under many labels, or rows of rows of rows, make
 * a thousand rows as large as anybody likes, and this process would hold all of it. The `offset` keeps PostgreSQL from
 * making the body twice.
 */
export function withinSize(text: string, others: readonly (string | false | undefined)[]): string {
  const columns = others.flatMap((name) => (name ? `, w.${name}` : []));
  return `select case when octet_length(w.body) <= ${limits.answerBytes} then w.body end as body${columns.join('')} from (${text} offset 0) as w`;
}
