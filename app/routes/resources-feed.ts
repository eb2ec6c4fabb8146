import { resourceItems, resources } from '#app/content/resources.ts';
import { requestInfo } from '#app/data/data.server.ts';
import { rssResponse } from '#app/documents/rss.ts';
import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/resources-feed';

/** Articles and podcasts as RSS. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const items = resourceItems().toSorted((a, b) => b.date.localeCompare(a.date));
  return rssResponse(
    {
      title: `${site.name}: ${resources.search.title}`,
      link: `${origin}${links.resources}`,
      description: resources.meta.description,
      self: `${origin}/resources/feed.xml`,
    },
    items.map(({ sample, type, title, excerpt, link, slug, date }) => ({
      title: sample ? `${resources.search.sample}: ${title}` : title,
      link,
      description: excerpt,
      category: type,
      id: slug,
      isAddress: false,
      date,
    })),
  );
}
