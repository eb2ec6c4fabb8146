import { limits } from './rest/limits.ts';
import { createRecentlyUsed } from './rest/recently-used.ts';

/** What an address says by itself, whoever asks. */
export type Address = {
  url: string;
  pathname: string;
  /** The service that is asked, and what stands after it: all of a path that policies see. */
  service: string;
  path: string;
  /** For whoever cannot send headers. */
  key: string | null;
  holdsSecret: boolean;
};

/**
 * Takes addresses apart. Those of the table API come again and again, and are remembered: so an address is read
 * once, and who asks never matters. Others may hold tokens, which are not to lie in memory.
 */
export function createAddressReader(secret: string): (url: string) => Address {
  const known = createRecentlyUsed<Address>({
    items: limits.cachedPlans,
    weight: limits.cachedCharacters,
    weigh: (url) => url.length,
  });

  return (url) => {
    const before = known.find(url);
    if (before) return before;
    const address = readAddress(url, secret);
    const { service, holdsSecret } = address;
    const isKept = service === 'rest' && !holdsSecret && url.length <= limits.cachedUrlLength;
    if (isKept) known.keep(url, address);
    return address;
  };
}

export function readAddress(url: string, secret: string): Address {
  const parsed = new URL(url);
  const { pathname, search, href } = parsed;
  const [start = '', service = ''] = /^\/(\w+)\/v1(?=\/)/.exec(pathname) ?? [];
  return {
    url,
    pathname,
    service,
    path: pathname.slice(start.length),
    key: search === '' ? null : parsed.searchParams.get('apikey'),
    holdsSecret: holds(href, secret),
  };
}

/** In any place and spelling: addresses land in logs, histories and the `Referer` of other sites. */
function holds(href: string, secret: string): boolean {
  if (href.includes(secret)) return true;
  return /[%+]/.test(href) && decode(href).includes(secret);
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Byte by byte, so that one that is no text does not hide the others.
    const bytes = spaced.replace(/%([\da-f]{2})/gi, (_, byte) =>
      String.fromCharCode(Number.parseInt(byte, 16)),
    );
    return Buffer.from(bytes, 'latin1').toString();
  }
}
