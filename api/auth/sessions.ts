import type { Session } from '#database/database.ts';
import { ApiError } from '../errors.ts';
import type { Assurance } from './access-token.ts';
import { type Account, describeAccount, findAccount, isBanned } from './accounts.ts';
import { auditPayload } from './audit.ts';
import type { Client } from './client.ts';
import type { Auth, Exchange } from './context.ts';
import { notify } from './notices.ts';
import { randomToken, sha256 } from './secrets.ts';

export type SignInMethod = 'password' | 'otp' | 'oauth' | 'anonymous';

/** What a client gets when it has signed in or refreshed. */
export type TokenResponse = {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: ReturnType<typeof describeAccount>;
};

/** Signs a person in: session, refresh token, log entry and, for a strange device, a notice. */
export async function openSession(
  auth: Auth,
  exchange: Pick<Exchange, 'client' | 'siteUrl'>,
  session: Session,
  account: Account,
  method: SignInMethod,
  provider?: string,
): Promise<TokenResponse> {
  const { client } = exchange;
  const sessionId = crypto.randomUUID();
  const refreshToken = randomToken();
  const entry = auditPayload(client, account, 'login', { method, provider });
  const { rows } = await session.query<{ is_new: boolean; is_first: boolean; at: Date }>({
    name: 'session-open',
    text: `with opened as (
        insert into auth.sessions (id, user_id, user_agent, ip, refresh_token_hmac_key)
        values ($1, $2, $3, $4, $5)
      ), token as (
        insert into auth.refresh_tokens (token, user_id, session_id) values ($6, $2, $1)
      ), method as (
        insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $7)
      ), entry as (
        insert into auth.audit_log_entries (payload, ip_address) values ($8, $9)
      ), seen as (
        update auth.users set last_sign_in_at = now(), updated_at = now() where id = $2::uuid
      ), device as (
        insert into auth.known_devices (user_id, device_hash) values ($2::uuid, $10)
        on conflict (user_id, device_hash) do update set last_seen_at = now()
        returning xmax = 0 as is_new
      )
      select is_new, now() as at,
        not exists (select from auth.known_devices where user_id = $2::uuid) as is_first
      from device`,
    values: [
      sessionId,
      account.id,
      client.agent || null,
      client.address || null,
      randomToken(),
      sha256(refreshToken),
      method,
      JSON.stringify(entry),
      client.network,
      deviceHash(client),
    ],
  });
  const [device] = rows;
  const now = device?.at ?? new Date();
  if (device?.is_new && !device.is_first) {
    await notify(auth, exchange, session, account, 'new-device');
  }
  const assurance: Assurance = {
    sessionId,
    aal: 'aal1',
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1_000) }],
  };
  return answerWith(auth, exchange, { ...account, last_sign_in_at: now }, assurance, refreshToken);
}

/** What the browser calls itself, without the version that changes every month. */
function deviceHash({ agent }: Client): string {
  return sha256(agent.replace(/[\d.]+/g, ''));
}

export async function answerWith(
  auth: Auth,
  { siteUrl }: Pick<Exchange, 'siteUrl'>,
  account: Account,
  assurance: Assurance,
  refreshToken: string,
): Promise<TokenResponse> {
  const { token, expiresAt } = await auth.tokens.sign(account, assurance, siteUrl);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: auth.tokens.seconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: describeAccount(account),
  };
}

export type OpenSession = {
  id: string;
  user_id: string;
  created_at: Date;
  aal: Assurance['aal'];
  factor_id: string | null;
  refresh_token_hmac_key: string | null;
};

/** The person whose token came along, with the session, which must not have ended meanwhile. */
export async function requireSession(
  auth: Pick<Auth, 'database'>,
  { caller }: Pick<Exchange, 'caller'>,
): Promise<{ account: Account; session: OpenSession }> {
  const { sub, session_id: sessionId } = caller.claims;
  if (caller.role !== 'authenticated' || typeof sub !== 'string') {
    throw new ApiError('no_authorization');
  }
  if (typeof sessionId !== 'string') throw new ApiError('session_not_found');
  const [account, open] = await Promise.all([
    findAccount(auth.database, 'id', sub),
    findSession(auth.database, sessionId),
  ]);
  if (!account) {
    throw new ApiError('bad_jwt', 'User from sub claim in JWT does not exist');
  }
  if (open?.user_id !== account.id) throw new ApiError('session_not_found');
  if (isBanned(account)) throw new ApiError('user_banned');
  return { account, session: open };
}

export function requireAdmin({ caller }: Exchange) {
  if (caller.role === 'anon') throw new ApiError('no_authorization');
  if (caller.role !== 'service_role') throw new ApiError('not_admin');
}

export async function findSession(session: Session, id: string): Promise<OpenSession | undefined> {
  const { rows } = await session.query<OpenSession>({
    name: 'session-by-id',
    text: `select id, user_id, created_at, aal, factor_id, refresh_token_hmac_key
      from auth.sessions where id = $1 and (not_after is null or not_after > now())`,
    values: [id],
  });
  return rows[0];
}

export async function methodsOf(session: Session, sessionId: string): Promise<Assurance['amr']> {
  const { rows } = await session.query<{ method: string; timestamp: number }>({
    name: 'session-methods',
    text: `select authentication_method as method, extract(epoch from updated_at)::int as timestamp
      from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    values: [sessionId],
  });
  return rows;
}

export async function addRefreshToken(
  session: Session,
  open: OpenSession,
  token: string,
  parent?: string,
) {
  await session.query({
    name: 'refresh-token-add',
    text: `insert into auth.refresh_tokens (token, user_id, session_id, parent)
      values ($1, $2, $3, $4)`,
    values: [sha256(token), open.user_id, open.id, parent ? sha256(parent) : null],
  });
}

/** Ends the sessions of a person; refresh tokens go with them. Answers how many there were. */
export async function endSessions(
  session: Session,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const { rowCount } = await session.query({
    name: 'sessions-end',
    text: `delete from auth.sessions where user_id = $1
      and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)`,
    values: [userId, which.only ?? null, which.except ?? null],
  });
  return rowCount;
}
