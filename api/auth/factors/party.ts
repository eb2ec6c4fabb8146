import type { Exchange } from '../context.ts';

/** Loaded on first use, because it includes much of X.509. */
export const webAuthnLibrary = () => import('@simplewebauthn/server');

/** The site, not the client, decides which domain passkeys are for. */
export function party({ siteUrl }: Pick<Exchange, 'siteUrl'>) {
  const { hostname, origin } = new URL(siteUrl);
  return { rpID: hostname, origin };
}
