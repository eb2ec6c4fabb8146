import type { Session } from '#database/database.ts';
import type { Statement } from '#database/statement.ts';
import type { Client } from '../../client.ts';
import { randomToken, sha256 } from '../../secrets.ts';
import { isUuid } from '../../watch-sessions.ts';
import { type Account, accountColumns, describeAccount } from '../accounts.ts';
import { auditPayload } from '../audit.ts';
import type { Auth, Exchange } from '../context.ts';
import { describeNotice } from '../letters/notices.ts';
import type { Assurance } from './access-token.ts';

export type SignInMethod = 'password' | 'otp' | 'oauth' | 'anonymous' | 'passkey';

/** What a client gets after signing in or refreshing. */
export type TokenResponse = {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: ReturnType<typeof describeAccount>;
};

type From = Pick<Exchange, 'client' | 'siteUrl'>;
/** The account that has just signed in. */
export type Opened = Account;

/** Signs a person in. */
export async function openSession(
  auth: Auth,
  exchange: From,
  session: Session,
  account: Account,
  method: SignInMethod,
  provider?: string,
): Promise<TokenResponse> {
  const opening = sessionOpening(auth, exchange, account, method, { provider });
  const { rows } = await session.query<Opened>(opening.statement);
  if (!rows[0]) throw new Error('A session is opened for an account that is there.');
  return opening.answer(rows[0]);
}

/**
 * Inserts session, refresh token, log entry and, for a new device, a notice; then returns the account. All of it is a
 * single statement, so that it is atomic with or without a transaction. It starts by updating the account's row,
 * which waits for concurrent changes and then sees their result: if the session is opened with a password, there is
 * no session (and no row) unless that password is still valid.
 */
export function sessionOpening(
  auth: Auth,
  exchange: From,
  account: Pick<Account, 'id' | 'email' | 'phone'>,
  method: SignInMethod,
  { provider, verified }: { provider?: string; verified?: { hash: string; address: string } } = {},
) {
  const { client } = exchange;
  const sessionId = crypto.randomUUID();
  const refreshToken = randomToken();
  const entry = auditPayload(client, account, 'login', { method, provider });
  const notice = describeNotice(exchange, account, 'new-device');
  const statement: Statement = {
    name: 'session-open',
    text: openingText,
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
      notice && JSON.stringify(notice),
      ...lifeOf(auth),
      verified?.hash,
      verified?.address,
    ],
  };
  return {
    statement,
    answer(opened: Opened): TokenResponse {
      const timestamp = Math.floor((opened.last_sign_in_at?.getTime() ?? 0) / 1_000);
      const assurance: Assurance = { sessionId, aal: 'aal1', amr: [{ method, timestamp }] };
      return answerWith(auth, exchange, opened, assurance, refreshToken);
    },
  };
}

const openingText = `with u as (
    update auth.users u set last_sign_in_at = now(), updated_at = now()
    where u.id = $2 and ($14::text is null or (
      u.encrypted_password = $14 and $15::text in (u.email, u.phone)
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())))
    returning u.*
  ), opened as (
    insert into auth.sessions (id, user_id, user_agent, ip, refresh_token_hmac_key, not_after)
    select $1, id, $3, $4, $5, ${sessionEnd('now()', '$12', '$13')} from u
  ), token as (
    insert into auth.refresh_tokens (token, user_id, session_id) select $6, id, $1 from u
  ), method as (
    insert into auth.mfa_amr_claims (session_id, authentication_method) select $1, $7 from u
  ), entry as (
    insert into auth.audit_log_entries (payload, ip_address) select $8, $9 from u
  ), device as (
    insert into auth.known_devices (user_id, device_hash) select id, $10 from u
    on conflict (user_id, device_hash) do update set last_seen_at = now()
    returning xmax = 0 as is_new
  ), notice as (
    select queue.add('auth-notice', $11) from device
    where is_new and $11 is not null
      and exists (select from auth.known_devices where user_id = $2)
  )
  select ${accountColumns}, (select count(*) from notice) as notices from u`;

/** SQL for when a session expires that is used now; the seconds come from `lifeOf`. */
export function sessionEnd(createdAt: string, idle: string, longest: string): string {
  return `coalesce(least(now() + make_interval(secs => nullif(${idle}::int, 0)),
    ${createdAt} + make_interval(secs => nullif(${longest}::int, 0))), 'infinity')`;
}

export function lifeOf({ settings }: Pick<Auth, 'settings'>): [idle: number, longest: number] {
  return [settings.sessionIdleSeconds, settings.sessionLongestSeconds];
}

/** The browser's name, without the version, which changes every month. */
function deviceHash({ agent }: Client): string {
  return sha256(agent.replace(/[\d.]+/g, ''));
}

export function answerWith(
  auth: Auth,
  { siteUrl }: Pick<Exchange, 'siteUrl'>,
  account: Account,
  assurance: Assurance,
  refreshToken: string,
): TokenResponse {
  const { token, expiresAt } = auth.tokens.sign(account, assurance, siteUrl);
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

export async function findSession(session: Session, id: string): Promise<OpenSession | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await session.query<OpenSession>(sessionBy(id));
  return rows[0];
}

export function sessionBy(id: string): Statement {
  return {
    name: 'session-by-id',
    text: `select id, user_id, created_at, aal, factor_id, refresh_token_hmac_key
      from private.account_sessions where id = $1 and not_after > now()`,
    values: [id],
  };
}

export type Method = Assurance['amr'][number];

export function methodsBy(sessionId: string): Statement {
  return {
    name: 'session-methods',
    text: `select authentication_method as method, floor(extract(epoch from updated_at))::float8 as timestamp
      from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    values: [sessionId],
  };
}

/** A token without a parent starts a new chain. */
export function refreshTokenAfter(open: OpenSession, token: string, parent?: string): Statement {
  return {
    name: 'refresh-token-add',
    text: `insert into auth.refresh_tokens (token, user_id, session_id, parent)
      values ($1, $2, $3, $4)`,
    values: [sha256(token), open.user_id, open.id, parent ? sha256(parent) : null],
  };
}

/** Ends a person's sessions, and with them their refresh tokens. Returns how many there were. */
export async function endSessions(
  session: Session,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const { rowCount } = await session.query({
    name: 'sessions-end',
    text: `delete from private.account_sessions where user_id = $1
      and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)`,
    values: [userId, which.only ?? null, which.except ?? null],
  });
  return rowCount;
}
