import * as links from '#domain/links.ts';
import type { NavLink } from './navigation.ts';

/** Where the visitor is, as far as the marks depend on it: all jobs are one place. */
export function placeOf(pathname: string): string {
  return pathname.startsWith(links.job('')) ? links.job('') : pathname.replace(/(.)\/$/, '$1');
}

/** Links to a part of a page are never "the current page": only the page's own link is. */
export function currentMark({ href }: NavLink, place: string) {
  if (href === links.jobs && place === links.job('')) return 'true' as const;
  return href === place ? ('page' as const) : undefined;
}
