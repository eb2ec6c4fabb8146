import * as links from '#domain/site/links.ts';
import type { Work } from '../subject.ts';

/** The most that IndexNow accepts at once. */
const most = 10_000;

/**
 * Tells search engines about postings that were added, changed, ended or removed since the last report. Success is
 * recorded afterwards: if the process dies in between, they are told the same again.
 */
export async function tellSearchEngines({ database, indexNow }: Work) {
  if (!indexNow) return;
  const { rows } = await database.asService.query<{ id: string; at: string }>({
    text: `select id, at::text from private.jobs_to_tell($1)
      where (select private.may_be_found())`,
    values: [most - 1],
  });
  const last = rows.at(-1);
  if (!last) return;
  const paths = new Set(rows.map(({ id }) => links.job(id)));
  await indexNow([...paths, links.jobs]);
  await database.asService.query({
    text: 'update private.index_now set told_until = $1, told_id = $2',
    values: [last.at, last.id],
  });
}
