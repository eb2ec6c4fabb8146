import * as links from '#domain/site/links.ts';

/** The visitor's place, as far as the marks depend on it: all jobs count as one. */
export function placeOf(pathname: string): string {
  return pathname.startsWith(links.job('')) ? links.job('') : pathname.replace(/(.)\/$/, '$1');
}

/** Links to a part of a page are never "the current page": only the page's own link is. */
export function currentMark({ href }: { href: string }, place: string) {
  if (href === links.jobs && place === links.job('')) return 'true' as const;
  return href === place ? ('page' as const) : undefined;
}

/**
 * Updates the header in the document, and the half that is kept in a template, after moving from one screen to another.
 */
export function markPlace(pathname: string) {
  const place = placeOf(pathname);
  for (const part of document.querySelectorAll('body > header, .site-header template')) {
    const shown = part instanceof HTMLTemplateElement ? part.content : part;
    for (const link of shown.querySelectorAll('a')) {
      const mark = currentMark({ href: link.getAttribute('href') ?? '' }, place);
      if (mark) link.setAttribute('aria-current', mark);
      else link.removeAttribute('aria-current');
    }
  }
}
