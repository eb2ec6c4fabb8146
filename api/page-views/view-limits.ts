const span = 60_000;
/** More pages than this in a minute are nobody's who reads. */
const mostPages = 60;
/** And more clients than this are no visitors. */
const mostClients = 100_000;

/**
 * One view of a page by one client in a minute, so that nobody invents views by the thousand. Addresses
 * stay in memory until the minute is over, and nowhere else.
 */
export function createViewLimits() {
  let pages = new Map<string, Set<string>>();
  let endsAt = Number.NEGATIVE_INFINITY;

  return function mayCount(client: string, path: string, now = performance.now()): boolean {
    // A call without a socket is the site's own.
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
