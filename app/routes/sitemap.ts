import { dataClient, requestInfo } from '#app/data.server.ts';
import { publicPages } from '#app/public-pages.ts';
import { escapeXml, xmlResponse } from '#app/xml.ts';
import type { Route } from './+types/sitemap';

/** Every address that search engines may list, with the day of its last change. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const { data: jobs, error } = await context
    .get(dataClient)
    .from('jobs')
    .select('id, created_at')
    .eq('is_active', true)
    .order('created_at', { ascending: false })
    .limit(40_000);
  if (error) throw error;
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
