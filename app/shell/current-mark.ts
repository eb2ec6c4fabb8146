import * as links from '#domain/links.ts';
import type { NavLink } from './navigation.ts';

/** Links to a part of a page are never "the current page": only the page's own link is. */
export function currentMark({ href }: NavLink, pathname: string) {
  const isDetailOf = href === links.jobs && pathname.startsWith(links.job(''));
  if (isDetailOf) return 'true' as const;
  return href === pathname.replace(/(.)\/$/, '$1') ? ('page' as const) : undefined;
}
