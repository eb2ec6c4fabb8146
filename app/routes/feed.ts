import { resourceItems, resources } from '#app/content/resources.ts';
import { requestInfo } from '#app/data.server.ts';
import { site } from '#app/site.ts';
import { escapeXml, xmlResponse } from '#app/xml.ts';
import type { Route } from './+types/feed';

/** Articles and podcasts as RSS. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const items = resourceItems.toSorted((a, b) => b.date.localeCompare(a.date));
  return xmlResponse(
    [
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
      element('title', `${site.name}: ${resources.search.title}`),
      element('link', `${origin}/resources`),
      element('description', resources.meta.description),
      element('language', 'en-us'),
      `<atom:link href="${escapeXml(origin)}/resources/feed.xml" rel="self" type="application/rss+xml"/>`,
      ...items.map(({ sample, type, title, excerpt, link, slug, date }) =>
        [
          '<item>',
          element('title', sample ? `${resources.search.sample}: ${title}` : title),
          element('link', link),
          element('description', excerpt),
          element('category', type),
          `<guid isPermaLink="false">${escapeXml(slug)}</guid>`,
          element('pubDate', new Date(date).toUTCString()),
          '</item>',
        ].join(''),
      ),
      '</channel></rss>',
    ].join('\n'),
    'application/rss+xml',
  );
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
