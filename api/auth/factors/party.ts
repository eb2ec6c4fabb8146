import { z } from 'zod';
import type { Exchange } from '../context.ts';

/** Loaded on first use, because it includes much of X.509. */
export const webAuthnLibrary = () => import('@simplewebauthn/server');

/** The site, not the client, decides which domain passkeys are for. */
export function party({ siteUrl }: Pick<Exchange, 'siteUrl'>) {
  const { hostname, origin } = new URL(siteUrl);
  return { rpID: hostname, origin };
}

/** What the browser signs: JSON of a few hundred bytes, which the library parses. */
export const clientDataField = z.string().max(16_384);
