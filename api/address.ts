import { limits } from './rest/limits.ts';
import { createRecentlyUsed } from './rest/recently-used.ts';

/** What the URL says by itself, whoever sends the request. */
export type Address = {
  url: string;
  pathname: string;
  /** The service that is called, and the rest of the path, which is all that policies see of it. */
  service: string;
  path: string;
  /** For clients that cannot send headers. */
  key: string | null;
  holdsSecret: boolean;
};

/**
 * Parses URLs. Those of the table API repeat, so they are cached; this is safe because the result never depends on
 * the caller. Others may contain tokens, which should not stay in memory.
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

/**
 * Anywhere in the URL and however encoded: URLs end up in logs, histories and the `Referer` headers sent to other
 * sites.
 */
function holds(href: string, secret: string): boolean {
  if (href.includes(secret)) return true;
  return /[%+]/.test(href) && decode(href).includes(secret);
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Decoded byte by byte, so that one invalid sequence does not hide the others.
    const bytes = spaced.replace(/%([\da-f]{2})/gi, (_, byte) =>
      String.fromCharCode(Number.parseInt(byte, 16)),
    );
    return Buffer.from(bytes, 'latin1').toString();
  }
}
