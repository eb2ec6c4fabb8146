import { Resolver } from 'node:dns/promises';
import { parse } from 'tldts';
import type { ReadTxt } from '#api/companies/read-txt.ts';

/** The codes for a name that does not exist or has no such record. */
const nothingThere = new Set(['ENODATA', 'ENOTFOUND']);
const mostRecords = 50;

/**
 * TXT records as the DNS has them. The name is looked up as it is, never with this machine's search
 * domain; internal names (localhost, intranet, an address) are not looked up unless a server is
 * set.
 */
export function createReadTxt(servers: readonly string[] = []): ReadTxt {
  return async (name) => {
    const { isIcann } = parse(name, { allowPrivateDomains: false });
    if (!isIcann && servers.length === 0) return 'missing';
    const resolver = new Resolver({ timeout: 2_500, tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    // The resolver waits for each of its servers in turn, which takes too long.
    const timer = setTimeout(() => resolver.cancel(), 8_000);
    try {
      const records = await resolver.resolveTxt(name);
      return records.slice(0, mostRecords).map((parts) => parts.join('').slice(0, 1_000));
    } catch (error) {
      return nothingThere.has((error as NodeJS.ErrnoException).code ?? '')
        ? 'missing'
        : 'unreachable';
    } finally {
      clearTimeout(timer);
    }
  };
}
