import { dataClient, requestInfo } from '#app/data/data.server.ts';
import {
  countJobs,
  jobsPerSitemap,
  listCompanies,
  listJobs,
  listLandings,
  listPages,
  sitemapIndexResponse,
  sitemapResponse,
} from '#app/documents/sitemap.ts';
import type { Route } from './+types/sitemap';

/** Every address that search engines may list; if there are many, an index of the parts. */
export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const { origin } = context.get(requestInfo);
  const client = context.get(dataClient);
  const parts = Math.ceil((await countJobs(client)) / jobsPerSitemap);
  if (parts <= 1) {
    const lists = await Promise.all([
      listPages(client),
      listCompanies(client),
      listLandings(client),
      listJobs(client, 1),
    ]);
    return sitemapResponse(origin, lists.flat());
  }
  const jobs = Array.from({ length: parts }, (_, index) => `/sitemap/jobs-${index + 1}.xml`);
  return sitemapIndexResponse(origin, [
    '/sitemap/pages.xml',
    '/sitemap/companies.xml',
    '/sitemap/places.xml',
    ...jobs,
  ]);
}
