import { type RefObject, useEffect } from 'react';

/**
 * Takes the focus where something leaves the screen that had it, or can be pressed no more: an act is done, a list is
 * narrowed. Else the next key would begin at the head of the page.
 */
export function useCaughtFocus(place: RefObject<HTMLElement | null>) {
  // Synchronises the focus with what others do to the screen.
  useEffect(() => {
    const screen = place.current;
    if (!screen) return;
    let last: Element | undefined;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element && screen.contains(target) ? target : undefined;
    };
    const look = () => {
      const isLost = last && (!last.isConnected || last.matches(':disabled'));
      const now = document.activeElement;
      if (isLost && (now === document.body || now === last)) screen.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(look);
    changes.observe(screen, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', note);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, [place]);
}
