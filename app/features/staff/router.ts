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

export function goTo(address: string, { isReplacing = false } = {}) {
  if (isReplacing) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  dispatchEvent(new Event(moved));
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
  goTo(href);
  scrollTo(0, 0);
}
