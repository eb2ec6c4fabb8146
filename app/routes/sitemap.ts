import { type DataClient, dataClient, requestInfo } from '#app/data.server.ts';
import { publicPages } from '#app/public-pages.ts';
import { escapeXml, xmlResponse } from '#app/xml.ts';
import type { Route } from './+types/sitemap';

/** Every address that search engines may list, with the day of its last change. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const jobs = await listJobs(context.get(dataClient));
  const newestJob = jobs[0]?.created_at.slice(0, 10) ?? '';
  const entries = [
    ...publicPages.map((path) => ({ path, changed: __RELEASED__ })),
    { path: '/jobs', changed: [newestJob, __RELEASED__].toSorted().at(-1) },
    ...jobs.map(({ id, created_at }) => ({ path: `/job/${id}`, changed: created_at.slice(0, 10) })),
  ];
  return xmlResponse(
    [
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries.map(
        ({ path, changed }) =>
          `<url><loc>${escapeXml(origin + path)}</loc><lastmod>${changed}</lastmod></url>`,
      ),
      '</urlset>',
    ].join('\n'),
  );
}

/** The most rows that the API gives at once, and the most addresses that a sitemap may have. */
const rowsPerPage = 1_000;
const mostJobs = 40_000;

async function listJobs(client: DataClient) {
  const jobs: { id: string; created_at: string }[] = [];
  while (jobs.length < mostJobs) {
    const { data, error } = await client
      .from('jobs')
      .select('id, created_at')
      .eq('is_active', true)
      .order('created_at', { ascending: false })
      .order('id')
      .range(jobs.length, jobs.length + rowsPerPage - 1);
    if (error) throw error;
    jobs.push(...data);
    if (data.length < rowsPerPage) break;
  }
  return jobs;
}
