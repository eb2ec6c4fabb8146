import type { MetaDescriptor } from 'react-router';
import { site } from './site.ts';

type Matches = readonly ({ loaderData?: unknown } | undefined)[];

/** Title, description, address and how other sites preview the page. */
export function pageMeta(
  matches: Matches,
  page: { title: string; description: string; path: string; isPrivate?: boolean },
): MetaDescriptor[] {
  const { title, description, path, isPrivate = false } = page;
  const address = originOf(matches) + path;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** The root route's loader tells the site's address. */
function originOf(matches: Matches): string {
  const data = matches[0]?.loaderData;
  return data && typeof data === 'object' && 'origin' in data ? String(data.origin) : '';
}
