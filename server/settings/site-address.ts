type Place = { host: string; port: number; givenSiteUrl: string | undefined; hasProxy: boolean };

/** A host as URLs write it. */
export const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** What the site's address says about who uses the site. */
export function describeAddress({ host, port, givenSiteUrl, hasProxy }: Place) {
  // As browsers write it, however it was typed: in lower case, without a default port.
  const address = givenSiteUrl ?? `http://${inUrl(host)}:${port}`;
  const siteUrl = URL.parse(address)?.origin ?? address;
  return {
    siteUrl,
    /** Strangers use the site. A proxy without a configured address must serve somebody. */
    isReached: givenSiteUrl ? !isAtHome(siteUrl) : hasProxy,
    /** Only this machine uses it: pages for development are open, to this machine alone. */
    isLocal: isOfThisMachine(siteUrl) && !hasProxy,
    isHttps: siteUrl.startsWith('https:'),
  };
}

/**
 * This machine, or a network that can only be reached from inside. Nobody buys a certificate for
 * those.
 */
function isAtHome(url: string): boolean {
  if (!url.startsWith('http:')) return false;
  // The URL may have no host name.
  const hostname = URL.parse(url)?.hostname ?? '';
  return isOfThisMachine(url) || privateHosts.some((pattern) => pattern.test(hostname));
}

const privateHosts = [
  /^10(\.\d+){3}$/,
  /^192\.168(\.\d+){2}$/,
  /^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$/,
  /^169\.254(\.\d+){2}$/,
  /^\[(f[cd][\da-f]{2}|fe[89ab][\da-f]):/,
  /(^|\.)(localhost|local|internal|home\.arpa|test)$/,
  /^[a-z\d-]+$/i,
];

export function isOfThisMachine(url: string): boolean {
  return /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/.test(url);
}
