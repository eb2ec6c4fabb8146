import { dataClient, requestInfo } from '#app/data/data.server.ts';
import {
  listCompanies,
  listJobs,
  listLandings,
  listPages,
  sitemapResponse,
} from '#app/documents/sitemap.ts';
import type { Route } from './+types/sitemap-part';

const lists = { companies: listCompanies, jobs: listJobs };

/** One part of a sitemap that is too long for one file: the pages, or ten thousand companies or jobs. */
export async function loader({ context, params }: Pick<Route.LoaderArgs, 'context' | 'params'>) {
  const { origin } = context.get(requestInfo);
  const client = context.get(dataClient);
  if (params.part === 'pages.xml') return sitemapResponse(origin, await listPages(client));
  if (params.part === 'places.xml') return sitemapResponse(origin, await listLandings(client));
  // Copies of a former index name companies.xml.
  const [, name, part = 1] = params.part.match(/^(companies|jobs)(?:-([1-9]\d{0,3}))?\.xml$/) ?? [];
  const entries = name ? await lists[name as keyof typeof lists](client, Number(part)) : [];
  if (entries.length === 0) throw new Response(null, { status: 404 });
  return sitemapResponse(origin, entries);
}
