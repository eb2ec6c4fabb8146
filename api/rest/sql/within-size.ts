import { limits } from '../limits.ts';

/**
 * The same row, without its body if that exceeds the size limit: one column under many labels, or deeply nested
 * embeds, can make a thousand rows as large as a caller likes, and this process would hold all of it in memory. The
 * `offset` keeps PostgreSQL from building the body twice.
 */
export function withinSize(text: string, others: readonly (string | false | undefined)[]): string {
  const columns = others.flatMap((name) => (name ? `, w.${name}` : []));
  return `select case when octet_length(w.body) <= ${limits.answerBytes} then w.body end as body${columns.join('')} from (${text} offset 0) as w`;
}
