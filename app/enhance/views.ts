import { reportView } from '../shell/report-view.ts';

/** A page that the browser prefetched was not counted when it was fetched. */
export function reportPrefetched() {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const { deliveryType } = (entry ?? {}) as { deliveryType?: string };
  if (deliveryType === 'navigational-prefetch') reportView(location.pathname);
}
