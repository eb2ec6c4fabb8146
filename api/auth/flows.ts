import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../errors.ts';
import { isSame, randomToken, sha256 } from '../secrets.ts';
import type { Profile } from './providers/profile.ts';

/** A sign-in that leaves the browser and returns: through a link in an email, or through a provider. */
export type Flow = {
  id: string;
  user_id: string | null;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  provider_type: string;
  authentication_method: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  referrer: string | null;
  linking_target_id: string | null;
  provider_nonce: string | null;
  provider_code_verifier: string | null;
  browser_hash: string | null;
  pending_identity: Profile | null;
  /** The new address whose link was opened. */
  proves_email: string | null;
} & BrowserFacts;

/** How the browser that requests a letter relates to the account. */
export type BrowserFacts = {
  /** The account that it has just created, or is signed in to. */
  browser_of?: string | null;
  /** The hash of the password with which it tried to sign up. */
  typed_password?: string | null;
};

export type Challenge = {
  code_challenge?: string | undefined;
  code_challenge_method?: 's256' | 'plain' | undefined;
};

const columns = `id, user_id, code_challenge, code_challenge_method, provider_type,
  authentication_method, provider_access_token, provider_refresh_token, referrer,
  linking_target_id, provider_nonce, provider_code_verifier, browser_hash, pending_identity,
  browser_of, typed_password, proves_email`;

/** How long a person may take at the provider, and a browser to redeem its code. */
const flowSeconds = 600;

export function checkChallenge({ code_challenge, code_challenge_method }: Challenge): boolean {
  if (Boolean(code_challenge) !== Boolean(code_challenge_method)) {
    throw new ApiError(
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    );
  }
  return Boolean(code_challenge);
}

/** Stores the challenge of a client that uses PKCE; without one there is nothing to store. */
export async function rememberChallenge(
  session: Session,
  body: Challenge,
  method: string,
  browser: BrowserFacts = {},
): Promise<string | undefined> {
  if (!checkChallenge(body)) return undefined;
  const { rows } = await session.query<{ id: string }>({
    text: `insert into auth.flow_state (code_challenge, code_challenge_method, provider_type,
        authentication_method, browser_of, typed_password)
      values ($1, $2, 'email', $3, $4, $5) returning id`,
    values: [
      body.code_challenge,
      body.code_challenge_method,
      method,
      browser.browser_of,
      browser.typed_password,
    ],
  });
  return rows[0]?.id;
}

/** Issues a code that only the browser with the verifier can exchange for a session. */
export async function issueAuthCode(
  session: Session,
  flowId: string,
  userId: string,
  providerTokens: { access?: string | undefined; refresh?: string | undefined } = {},
): Promise<string> {
  const code = randomToken();
  const { rowCount } = await session.query({
    text: `update auth.flow_state set auth_code = $2, user_id = $3, auth_code_issued_at = now(),
        provider_access_token = $4, provider_refresh_token = $5, updated_at = now() where id = $1`,
    values: [flowId, sha256(code), userId, providerTokens.access, providerTokens.refresh],
  });
  if (rowCount === 0) throw new ApiError('flow_state_not_found');
  return code;
}

/**
 * Uses up the code if the verifier matches its challenge. Its account is locked first, as by everything that ends a
 * flow (decision 310).
 */
export async function redeemAuthCode(
  session: Session,
  code: string,
  verifier: string,
): Promise<Flow & { user_id: string }> {
  await session.query({
    text: `select from auth.users
      where id = (select user_id from auth.flow_state where auth_code = $1) for update`,
    values: [sha256(code)],
  });
  const { rows } = await session.query<Flow & { is_fresh: boolean }>({
    text: `select ${columns}, auth_code_issued_at > now() - make_interval(secs => $2) as is_fresh
      from auth.flow_state where auth_code = $1 for update`,
    values: [sha256(code), flowSeconds],
  });
  const [flow] = rows;
  if (!flow?.user_id) throw new ApiError('flow_state_not_found');
  if (!flow.is_fresh) throw new ApiError('flow_state_expired');
  if (!fits(flow, verifier)) throw new ApiError('bad_code_verifier');
  await session.query({ text: 'delete from auth.flow_state where id = $1', values: [flow.id] });
  return { ...flow, user_id: flow.user_id };
}

function fits({ code_challenge, code_challenge_method }: Flow, verifier: string): boolean {
  if (!code_challenge || !verifier) return false;
  if (code_challenge_method === 'plain') return isSame(verifier, code_challenge);
  return isSame(createHash('sha256').update(verifier).digest('base64url'), code_challenge);
}

/** Remembers a person on the way to a provider; returns the `state` that they will bring back. */
export async function startProviderFlow(
  session: Session,
  wanted: Challenge & {
    provider: string;
    redirectTo: string;
    linkTo?: string | undefined;
    nonce: string;
    verifier: string;
    browserHash: string;
  },
): Promise<string> {
  const { rows } = await session.query<{ id: string }>({
    text: `insert into auth.flow_state (provider_type, authentication_method, code_challenge,
        code_challenge_method, referrer, linking_target_id, provider_nonce, provider_code_verifier,
        browser_hash)
      values ($1, 'oauth', $2, $3, $4, $5, $6, $7, $8) returning id`,
    values: [
      wanted.provider,
      wanted.code_challenge,
      wanted.code_challenge_method,
      wanted.redirectTo,
      wanted.linkTo,
      wanted.nonce,
      wanted.verifier,
      wanted.browserHash,
    ],
  });
  const [flow] = rows;
  if (!flow) throw new Error('The flow was not noted.');
  return flow.id;
}

/** Holds an identity until the browser that asked for it redeems its code. */
export async function keepIdentity(session: Session, flowId: string, profile: Profile) {
  const { accessToken: _, refreshToken: __, ...identity } = profile;
  await session.query({
    text: 'update auth.flow_state set pending_identity = $2 where id = $1',
    values: [flowId, JSON.stringify(identity)],
  });
}

/** Accepts a state only once: the nonce is cleared, so that a second return finds nothing. */
export async function returnFromProvider(
  session: Session,
  state: string,
): Promise<Flow | undefined> {
  if (!z.uuid().safeParse(state).success) return undefined;
  const { rows } = await session.query<Flow>({
    text: `update auth.flow_state f set provider_nonce = null, updated_at = now()
      from (select ${columns} from auth.flow_state where id = $1 and provider_nonce is not null
        and created_at > now() - make_interval(secs => $2) for update) as before
      where f.id = before.id returning before.*`,
    values: [state, flowSeconds],
  });
  return rows[0];
}
