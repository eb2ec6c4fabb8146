import type { MetaDescriptor } from 'react-router';
import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import { withNameOfNow } from '../content/page-parts.ts';
import type { PageAddress } from '../pages.ts';
import { pictureAddress, pictureSize } from '../share/picture-address.ts';
import { breadcrumbData, type StructuredData } from './structured-data.ts';

type Matches = readonly ({ loaderData?: unknown } | undefined)[];

type PageFacts = {
  title: string;
  description: string;
  path: PageAddress;
  /** The canonical address if the path is not all of it: `/jobs?type=Contract`. */
  address?: string;
  isPrivate?: boolean;
  /** Whose picture it uses if it has none of its own. */
  pictureOf?: PageAddress;
  feed?: { title: string; path: string; json?: string };
  /** Structured data of the page; its breadcrumbs are added to every page. */
  data?: (origin: string) => StructuredData[];
};

/** Pages that belong below another, though their addresses do not always show it. */
const parents = [
  { below: `${links.resources}/`, name: 'Resources', path: links.resources },
  { below: links.certification(''), name: 'Professionals', path: links.professionals },
  { below: links.job(''), name: 'Jobs', path: links.jobs },
  { below: `${links.jobs}/`, name: 'Jobs', path: links.jobs },
  { below: links.company(''), name: 'Jobs', path: links.jobs },
] as const;

/** Title, description, canonical address, previews on other sites, and structured data. */
export function pageMeta(matches: Matches, page: PageFacts): MetaDescriptor[] {
  const { description, path, isPrivate = false, feed, data } = page;
  const title = withNameOfNow(page.title);
  const origin = originOf(matches);
  const address = origin + (page.address ?? path);
  const parent = parents.find(({ below }) => path.startsWith(below));
  const picture = origin + pictureAddress(page.pictureOf ?? path);
  const name = title.replace(` · ${site.name}`, '');
  const trail = [{ name: 'Home', path: '/' }, ...(parent ? [parent] : []), { name, path }];
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(feed
      ? [
          {
            tagName: 'link' as const,
            rel: 'alternate',
            type: 'application/rss+xml',
            title: feed.title,
            href: feed.path,
          },
        ]
      : []),
    ...(feed?.json
      ? [
          {
            tagName: 'link' as const,
            rel: 'alternate',
            type: 'application/feed+json',
            title: feed.title,
            href: feed.json,
          },
        ]
      : []),
    ...(isPrivate
      ? [{ name: 'robots', content: 'noindex' }]
      : [
          { property: 'og:image', content: picture },
          { property: 'og:image:width', content: String(pictureSize.width) },
          { property: 'og:image:height', content: String(pictureSize.height) },
          { property: 'og:image:alt', content: `${name}. ${site.name}, ${site.tagline}.` },
          ...(path === '/' ? [] : [breadcrumbData(origin, trail)]).map(asScript),
          ...(data?.(origin) ?? []).map(asScript),
        ]),
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** React Router writes it as a data block and escapes whatever could end it. */
function asScript(data: StructuredData): MetaDescriptor {
  return { 'script:ld+json': data };
}

/** The root route's loader knows the site's origin. */
function originOf(matches: Matches): string {
  const data = matches[0]?.loaderData;
  return data && typeof data === 'object' && 'origin' in data ? String(data.origin) : '';
}
