import { readReturnPath } from '#app/session/return-path.ts';

/** The place that somebody was sent from to sign in; the history entry keeps it beside its address. */
type Held = { pathname?: unknown; search?: unknown; hash?: unknown };

/** The history entry at which this document was opened. */
const openedAt: unknown = typeof history === 'undefined' ? undefined : history.state?.key;

/** Browsers keep the state of an entry whose address is asked for anew; whoever does that goes nowhere from there. */
export function isLeftOver(key: string): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return key === openedAt && entry?.type === 'navigate';
}

/** Where whoever signs in at this place wants to go on. */
export function returnPathOf(query: URLSearchParams, state: unknown): string | undefined {
  const { pathname, search = '', hash = '' }: Held = state instanceof Object ? state : {};
  return readReturnPath(
    query.get('next') ?? (pathname ? `${pathname}${search}${hash}` : undefined),
  );
}
