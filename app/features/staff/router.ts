import { useSyncExternalStore } from 'react';
import { staffHome } from '#domain/staff/staff.ts';

const moved = 'staff:moved';

/** The current address, following the back and forward buttons. */
export function useAddress(): URL {
  return new URL(useSyncExternalStore(follow, () => location.href));
}

function follow(tell: () => void) {
  addEventListener('popstate', tell);
  addEventListener(moved, tell);
  return () => {
    removeEventListener('popstate', tell);
    removeEventListener(moved, tell);
  };
}

/** The address that is open already is not entered into the history again: going back would find a list that is not noted. */
export function goTo(address: string, { isReplacing = false } = {}) {
  if (new URL(address, location.href).href === location.href) return;
  if (isReplacing) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  dispatchEvent(new Event(moved));
}

/** Kept with an address, so that its list is as it was left when somebody comes back: the rows shown, the link pressed. */
type Left = { rows?: number; link?: string | undefined };

export const leftHere = (): Left => history.state ?? {};

export function noteLeft(left: Left) {
  history.replaceState({ ...history.state, ...left }, '');
}

/** Focuses the link by which a list was left, unless somebody has moved on already. */
export function goOnIn(list: Element | null) {
  const { link } = leftHere();
  if (!link || !list) return;
  noteLeft({ link: undefined });
  if (!document.activeElement?.matches('body, [tabindex="-1"]')) return;
  [...list.querySelectorAll('a')].find(({ href }) => href === link)?.focus();
}

/** Links between staff screens need no new document. */
export function followLinks(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest('a');
  const isPlain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || link.target || event.defaultPrevented) return;
  const { origin, pathname, href, hash } = link;
  // The browser itself handles links within this screen.
  if (hash && pathname === location.pathname) return;
  const isOurs = pathname === staffHome || pathname.startsWith(`${staffHome}/`);
  if (origin !== location.origin || !isOurs) return;
  event.preventDefault();
  noteLeft({ link: href });
  goTo(href);
  scrollTo(0, 0);
}
