import { type RefObject, useEffect } from 'react';

/**
 * Catches focus when the focused element disappears or is disabled: an act is done, or a list is filtered. Otherwise
 * the next key would start at the top of the page.
 */
export function useCaughtFocus(place: RefObject<HTMLElement | null>) {
  // Synchronises focus with what other components do to the screen.
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
