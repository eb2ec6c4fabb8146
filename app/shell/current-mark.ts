import * as links from '#domain/links.ts';
import { accountLinks, isGroup, type NavLink, primaryNavigation } from './navigation.ts';

const marked = new Set<string>([
  ...primaryNavigation
    .flatMap((item) => (isGroup(item) ? item.links : [item]))
    .map(({ href }) => href),
  ...accountLinks.map(({ href }) => href),
  links.signIn,
]);

/** All that the marks depend on: one of few addresses, so that the header has few forms. */
export function markedPlace(pathname: string): string {
  const place = pathname.replace(/(.)\/$/, '$1');
  if (place.startsWith(links.job(''))) return links.job('');
  return marked.has(place) ? place : '';
}

/** Links to a part of a page are never "the current page": only the page's own link is. */
export function currentMark({ href }: NavLink, pathname: string) {
  const isDetailOf = href === links.jobs && pathname.startsWith(links.job(''));
  if (isDetailOf) return 'true' as const;
  return href === pathname.replace(/(.)\/$/, '$1') ? ('page' as const) : undefined;
}
