import { readReturnPath } from '#app/session/return-path.ts';

/** The page that sent somebody to sign in; the history entry keeps it as state. */
type Held = { pathname?: unknown; search?: unknown; hash?: unknown };

/** The history entry at which this document was opened. */
const openedAt: unknown = typeof history === 'undefined' ? undefined : history.state?.key;

/** Browsers keep an entry's state when its address is entered again; then it should no longer count. */
export function isLeftOver(key: string): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return key === openedAt && entry?.type === 'navigate';
}

/** Where somebody who signs in here wants to continue. */
export function returnPathOf(query: URLSearchParams, state: unknown): string | undefined {
  const { pathname, search = '', hash = '' }: Held = state instanceof Object ? state : {};
  return readReturnPath(
    query.get('next') ?? (pathname ? `${pathname}${search}${hash}` : undefined),
  );
}
