const span = 60_000;
/** Nobody reads more pages than this in a minute. */
const mostPages = 60;
/** More clients than this are not real visitors. */
const mostClients = 100_000;

/**
 * Counts one view of a page per client and minute, so that nobody can fake views by the thousand. Addresses are only
 * kept in memory, until the minute is over.
 */
export function createViewLimits() {
  let pages = new Map<string, Set<string>>();
  let endsAt = Number.NEGATIVE_INFINITY;

  return function mayCount(client: string, path: string, now = performance.now()): boolean {
    // A call without a socket comes from the site itself.
    if (client === '') return true;
    if (now >= endsAt) {
      pages = new Map();
      endsAt = now + span;
    }
    const seen = pages.get(client) ?? new Set();
    if (seen.has(path) || seen.size >= mostPages) return false;
    if (seen.size === 0 && pages.size >= mostClients) return false;
    pages.set(client, seen.add(path));
    return true;
  };
}
