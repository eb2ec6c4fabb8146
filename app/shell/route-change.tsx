import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { arrivedByLink } from '../enhance/arrival.ts';
import { markPlace } from './current-mark.ts';
import { focusPlace, hashTarget } from './focus-place.ts';
import { reportView } from './report-view.ts';

/** On hydrated pages: after moving to another route, scrolls, moves focus and announces the page. */
export function RouteChange() {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const seen = useRef<string>(undefined);
  const [announcement, setAnnouncement] = useState('');

  // Tells the enhance script, and tests, that the page is hydrated.
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true';
    document.dispatchEvent(new Event('hydrated'));
  }, []);

  // Synchronises scroll position, focus and the live region with the address.
  useEffect(() => {
    const place = pathname + hash;
    if (seen.current === place) return;
    const isFirst = seen.current === undefined;
    seen.current = place;
    if (isFirst) {
      if (arrivedByLink()) focusPlace(hash);
      return;
    }
    markPlace(pathname);
    if (navigationType !== 'POP') scrollTo(hash);
    focusPlace(hash);
    reportView(pathname);
    setAnnouncement(document.title);
  }, [pathname, hash, navigationType]);

  return (
    <p className="sr-only" role="status">
      {announcement}
    </p>
  );
}

function scrollTo(hash: string) {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const behavior = isStill ? 'instant' : 'smooth';
  const target = hashTarget(hash);
  if (target) target.scrollIntoView({ behavior });
  else window.scrollTo({ top: 0, behavior });
}
