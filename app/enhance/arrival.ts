import { focusPlace } from '../shell/focus-place.ts';
import { whenSeen } from './toasts.ts';

/**
 * After following a link inside the site, focus starts at the new page's heading. The first visit, reloads and the back
 * button are left to the browser; hydrated pages do this themselves.
 */
export function focusArrival() {
  if (!arrivedByLink()) return;
  const focus = () => {
    if (!document.querySelector(':focus')) focusPlace(location.hash);
  };
  whenSeen(focus);
  // While a page loads, Chrome goes to the part that the address names, and takes the focus from a refused field in it.
  addEventListener('load', focus);
}

export function arrivedByLink() {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isInside = document.referrer.startsWith(`${location.origin}/`);
  return isInside && entry?.type === 'navigate';
}
