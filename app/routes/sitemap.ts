import { dataClient, requestInfo } from '#app/data/data.server.ts';
import {
  countCompanies,
  countJobs,
  listCompanies,
  listJobs,
  listLandings,
  listPages,
  perSitemap,
  sitemapIndexResponse,
  sitemapResponse,
} from '#app/documents/sitemap.ts';
import type { Route } from './+types/sitemap';

/** Every address that search engines may list; if there are many, an index of the parts. */
export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const { origin } = context.get(requestInfo);
  const client = context.get(dataClient);
  const jobs = await countJobs(client);
  if (jobs <= perSitemap) {
    const lists = await Promise.all([
      listPages(client),
      listCompanies(client, 1),
      listLandings(client),
      listJobs(client, 1),
    ]);
    return sitemapResponse(origin, lists.flat());
  }
  return sitemapIndexResponse(origin, [
    '/sitemap/pages.xml',
    '/sitemap/places.xml',
    ...partsOf('companies', await countCompanies(client)),
    ...partsOf('jobs', jobs),
  ]);
}

const partsOf = (name: string, count: number) =>
  Array.from(
    { length: Math.ceil(count / perSitemap) },
    (_, index) => `/sitemap/${name}-${index + 1}.xml`,
  );
