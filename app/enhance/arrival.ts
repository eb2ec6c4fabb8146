import { focusPlace } from '../shell/focus-place.ts';
import { whenSeen } from './toasts.ts';

/**
 * After a link inside the site, reading starts at the new page's heading. A first visit, a
 * reload and the way back are left to the browser; hydrated pages do this for themselves.
 */
export function focusArrival() {
  if (arrivedByLink()) whenSeen(() => focusPlace(location.hash));
}

export function arrivedByLink() {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isInside = document.referrer.startsWith(`${location.origin}/`);
  return isInside && entry?.type === 'navigate';
}
