import { dataClient, requestInfo } from '#app/data/data.server.ts';
import {
  listCompanies,
  listJobs,
  listLandings,
  listPages,
  sitemapResponse,
} from '#app/documents/sitemap.ts';
import type { Route } from './+types/sitemap-part';

/** One part of a sitemap that is too long for one file: the pages, or ten thousand jobs. */
export async function loader({ context, params }: Pick<Route.LoaderArgs, 'context' | 'params'>) {
  const { origin } = context.get(requestInfo);
  const client = context.get(dataClient);
  if (params.part === 'pages.xml') return sitemapResponse(origin, await listPages(client));
  if (params.part === 'companies.xml') return sitemapResponse(origin, await listCompanies(client));
  if (params.part === 'places.xml') return sitemapResponse(origin, await listLandings(client));
  const part = Number(params.part.match(/^jobs-([1-9]\d{0,3})\.xml$/)?.[1]);
  const jobs = part ? await listJobs(client, part) : [];
  if (jobs.length === 0) throw new Response(null, { status: 404 });
  return sitemapResponse(origin, jobs);
}
