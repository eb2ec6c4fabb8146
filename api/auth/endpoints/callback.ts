import { parse } from 'hono/utils/cookie';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { isSame, sha256 } from '../../secrets.ts';
import { readPairs } from '../../small-form.ts';
import { findAccount, lockAccount } from '../accounts.ts';
import type { Auth, Exchange } from '../context.ts';
import { type Flow, issueAuthCode, keepIdentity, returnFromProvider } from '../flows.ts';
import { withError, withSession } from '../outcomes.ts';
import { admit, alreadyLinked, findByIdentity, link } from '../providers/admit.ts';
import { profileFromCode } from '../providers/connect.ts';
import type { Profile } from '../providers/profile.ts';
import { withQuery } from '../redirects.ts';
import { redirect } from '../respond.ts';
import { openSession } from '../sessions/sessions.ts';
import { callbackUrl, flowCookieOf } from './authorize.ts';

/** POST /callback: some providers return with a form; the browser then repeats it as a GET. */
export async function returnByForm(_auth: Auth, exchange: Exchange): Promise<Response> {
  const form = readPairs(await exchange.request.text());
  return redirect(`${callbackUrl(exchange)}?${form}`);
}

/** GET /callback?code=&state=: the person returns from a provider. */
export async function returnByLink(auth: Auth, exchange: Exchange): Promise<Response> {
  const query = exchange.url.searchParams;
  const state = query.get('state') ?? '';
  const flow = await returnFromProvider(auth.database.asService, state);
  if (!flow) {
    return sayWhy(exchange.siteUrl, new ApiError(state ? 'bad_oauth_state' : 'bad_oauth_callback'));
  }
  const target = flow.referrer ?? exchange.siteUrl;
  const isPkce = Boolean(flow.code_challenge);
  try {
    // With PKCE the code is useless in another browser; without it, only the cookie identifies the browser.
    if (!isPkce && !isSameBrowser(exchange, flow)) throw new ApiError('bad_oauth_state');
    const profile = await askProvider(auth, exchange, flow);
    return await auth.database.asService.transaction((session) =>
      finish(auth, exchange, session, flow, profile, target),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const said = error.code === 'bad_oauth_callback' ? query.get('error') : undefined;
    return sayWhy(target, error, said);
  }
}

/** The error is in the query too, whatever the flow: servers do not get to see the fragment. */
function sayWhy(target: string, error: ApiError, said?: string | null): Response {
  return redirect(
    withError(
      target,
      error,
      true,
      oauthWords.find((word) => word === said),
    ),
  );
}

/** Error codes that a provider may return (RFC 6749, OpenID Connect Core); anything else could come from anybody. */
const oauthWords = [
  ...['access_denied', 'invalid_request', 'unauthorized_client', 'unsupported_response_type'],
  ...['invalid_scope', 'server_error', 'temporarily_unavailable', 'interaction_required'],
  ...['login_required', 'account_selection_required', 'consent_required'],
];

function isSameBrowser(exchange: Exchange, { browser_hash }: Flow): boolean {
  const name = flowCookieOf(exchange);
  const cookie = parse(exchange.request.headers.get('cookie') ?? '', name)[name];
  return Boolean(cookie && browser_hash && isSame(sha256(cookie), browser_hash));
}

async function askProvider(auth: Auth, exchange: Exchange, flow: Flow): Promise<Profile> {
  const query = exchange.url.searchParams;
  const refusal = query.get('error');
  if (refusal) {
    throw new ApiError(
      'bad_oauth_callback',
      query.get('error_description')?.slice(0, 200) ?? 'The provider refused',
    );
  }
  const settings = auth.providers[flow.provider_type];
  if (!settings) throw new ApiError('oauth_provider_not_supported');
  const callback = new URL(callbackUrl(exchange));
  callback.search = exchange.url.search;
  return profileFromCode(settings, callback, {
    state: flow.id,
    nonce: flow.provider_nonce ?? '',
    verifier: flow.provider_code_verifier ?? '',
  });
}

async function finish(
  auth: Auth,
  exchange: Exchange,
  session: Session,
  flow: Flow,
  profile: Profile,
  target: string,
): Promise<Response> {
  const provider = flow.provider_type;
  const tokens = { access: profile.accessToken, refresh: profile.refreshToken };
  if (!flow.code_challenge) {
    const account = flow.linking_target_id
      ? await linkNow(exchange, session, flow, profile)
      : await admit(auth, exchange, session, provider, profile);
    const answer = await openSession(auth, exchange, session, account, 'oauth', provider);
    const more = { provider_token: tokens.access ?? '', type: 'oauth' };
    return redirect(withSession(target, answer, more));
  }
  let userId = flow.linking_target_id;
  if (userId) {
    // Linked only when the browser that asked redeems the code, so that an identity cannot end up in the wrong
    // account.
    const owner = await findByIdentity(session, provider, profile);
    if (owner) throw alreadyLinked(owner, userId);
    // The code will name the account, and accounts are always locked before their flows (decision 310).
    await lockAccount(session, userId);
    await keepIdentity(session, flow.id, profile);
  } else {
    userId = (await admit(auth, exchange, session, provider, profile)).id;
  }
  return redirect(
    withQuery(target, { code: await issueAuthCode(session, flow.id, userId, tokens) }),
  );
}

async function linkNow(exchange: Exchange, session: Session, flow: Flow, profile: Profile) {
  const account = await findAccount(session, 'id', flow.linking_target_id ?? '');
  if (!account) throw new ApiError('user_not_found');
  return link(exchange, session, account, flow.provider_type, profile);
}
