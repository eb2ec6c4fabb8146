import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { randomToken, sha256 } from '../../secrets.ts';
import { challengeFields, check, optional } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { checkChallenge, startProviderFlow } from '../flows.ts';
import { addressAtProvider } from '../providers/connect.ts';
import { requireLinking } from '../providers/require-linking.ts';
import { wantedRedirect } from '../redirects.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { requireFullSession } from '../sessions/require-session.ts';

const notEnabled = 'Unsupported provider: provider is not enabled';

const querySchema = z.object({
  provider: z.string(notEnabled).min(1, notEnabled).max(50, notEnabled),
  scopes: optional(z.string().max(500)),
  skip_http_redirect: z.string().optional(),
  ...challengeFields,
});

/** Parameters for us, or ones that only we may send to the provider. All others are passed on to it. */
const notPassedOn = new Set([
  ...['apikey', 'provider', 'scopes', 'redirect_to', 'skip_http_redirect', 'invite_token'],
  ...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'scope'],
  ...['state', 'nonce', 'code_challenge', 'code_challenge_method', 'request', 'request_uri'],
]);

/**
 * Binds the flow to the browser that started it, so that nobody is signed in with a stranger's code. With TLS, the
 * name's prefix makes browsers reject the cookie from a site without TLS.
 */
export function flowCookieOf({ siteUrl }: Pick<Exchange, 'siteUrl'>): string {
  return siteUrl.startsWith('https:') ? '__Secure-auth-flow' : 'auth-flow';
}

/** GET /authorize?provider=… */
export async function authorize(auth: Auth, exchange: Exchange): Promise<Response> {
  const { address, cookie, isQuiet } = await startFlow(auth, exchange);
  if (isQuiet) return json({ url: address.href }, 200, { 'set-cookie': cookie });
  return new Response(null, {
    status: 302,
    headers: { location: address.href, 'set-cookie': cookie, 'cache-control': 'no-store' },
  });
}

/** GET /user/identities/authorize?provider=…: links the identity to the account of the session. */
export async function authorizeLink(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireFullSession(auth, exchange);
  requireLinking(auth);
  await requireRecentSignIn(auth, account, open);
  const { address, cookie } = await startFlow(auth, exchange, account.id);
  return json({ url: address.href }, 200, { 'set-cookie': cookie });
}

async function startFlow(auth: Auth, exchange: Exchange, linkTo?: string) {
  const query = check(querySchema, Object.fromEntries(exchange.url.searchParams));
  const settings = auth.providers[query.provider];
  if (!settings || !Object.hasOwn(auth.providers, query.provider)) {
    throw new ApiError('validation_failed', notEnabled);
  }
  checkChallenge(query);
  await auth.limits.take('verification', exchange.client.counted);
  const nonce = randomNonce();
  const verifier = randomPKCECodeVerifier();
  const browser = randomToken();
  const state = await startProviderFlow(auth.database.asService, {
    ...query,
    redirectTo: wantedRedirect(auth, exchange),
    linkTo,
    nonce,
    verifier,
    browserHash: sha256(browser),
  });
  const address = await addressAtProvider(settings, {
    redirectUri: callbackUrl(exchange),
    state,
    nonce,
    verifier,
    scopes: query.scopes,
    more: Object.fromEntries(
      [...exchange.url.searchParams].filter(([name]) => !notPassedOn.has(name)),
    ),
  });
  const secure = exchange.siteUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = `${flowCookieOf(exchange)}=${browser}; Path=/auth/v1/callback; Max-Age=600; HttpOnly; SameSite=Lax${secure}`;
  return { address, cookie, isQuiet: query.skip_http_redirect === 'true' };
}

export function callbackUrl({ siteUrl }: Pick<Exchange, 'siteUrl'>): string {
  return `${siteUrl}/auth/v1/callback`;
}
