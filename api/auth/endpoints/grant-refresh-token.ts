import { z } from 'zod';
import type { Session, Transaction } from '#database/database.ts';
import type { Statement } from '#database/statement.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import { hmac, sha256 } from '../../secrets.ts';
import { type Account, accountBy } from '../accounts.ts';
import { note } from '../audit.ts';
import { readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { notify } from '../letters/notices.ts';
import { json } from '../respond.ts';
import {
  answerWith,
  endSessions,
  lifeOf,
  type Method,
  methodsBy,
  type OpenSession,
  refreshTokenAfter,
  sessionBy,
  sessionEnd,
} from '../sessions/sessions.ts';

const needed = 'refresh_token required';
const bodySchema = z.object({ refresh_token: z.string(needed).min(1, needed).max(255) });

/**
 * Within this time, two tabs may present the same token; after that it is a replay if its successor has been used.
 */
const reuseSeconds = 10;

type TokenRow = { session_id: string; user_id: string; revoked: boolean; is_recent: boolean };
type Outcome = { kind: 'rotated'; response: Response } | { kind: 'refused'; error: ApiError };

/** POST /token?grant_type=refresh_token */
export async function grantByRefreshToken(auth: Auth, exchange: Exchange): Promise<Response> {
  const { refresh_token } = await readBody(exchange, bodySchema);
  const outcome = await auth.database.asService.transaction((session) =>
    rotate(auth, exchange, session, refresh_token),
  );
  // Thrown only here, because ending a replayed session must be committed first.
  if (outcome.kind === 'refused') throw outcome.error;
  return outcome.response;
}

async function rotate(
  auth: Auth,
  exchange: Exchange,
  session: Transaction,
  refreshToken: string,
): Promise<Outcome> {
  const row = await readToken(session, refreshToken);
  if (!row) return refuse('refresh_token_not_found');
  const [sessions, accounts, methods] = await session.queryAll<[OpenSession, Account, Method]>([
    sessionBy(row.session_id),
    accountBy('id', row.user_id),
    methodsBy(row.session_id),
  ]);
  const [open] = sessions.rows;
  if (!open) return refuse('session_expired');
  const [account] = accounts.rows;
  if (!account) return refuse('refresh_token_not_found');
  if (account.is_banned) return refuse('user_banned', 'Invalid Refresh Token: User Banned');

  const key = open.refresh_token_hmac_key ?? (await giveKey(session, open.id));
  if (row.revoked && !row.is_recent && !(await isSuccessorUnused(session, key, refreshToken))) {
    await endSessions(session, account.id, { only: open.id });
    await note(session, exchange.client, account, 'session_replayed', { session_id: open.id });
    await notify(exchange, session, account, 'session-replayed');
    return refuse('refresh_token_already_used');
  }
  const { next, after } = await stepFrom(session, key, refreshToken, row.revoked);
  const added =
    after === undefined ? [] : [revocation(after), refreshTokenAfter(open, next, after)];
  await session.queryAll([...added, sessionRefreshed(auth, exchange, open)]);
  const assurance = { sessionId: open.id, aal: open.aal, amr: methods.rows };
  return {
    kind: 'rotated',
    response: json(answerWith(auth, exchange, account, assurance, next)),
  };
}

function sessionRefreshed(auth: Auth, { client }: Exchange, open: OpenSession): Statement {
  return {
    name: 'session-refreshed',
    text: `update auth.sessions set refreshed_at = now(), updated_at = now(),
        user_agent = coalesce($2, user_agent), ip = coalesce($3, ip),
        not_after = ${sessionEnd('created_at', '$4', '$5')} where id = $1`,
    values: [open.id, client.agent || null, client.address || null, ...lifeOf(auth)],
  };
}

/**
 * Locks the session, so that the second of two requests with one token sees what the first did. The session rather
 * than the token, because whatever ends or raises a session locks it before its tokens (decision 310).
 */
async function readToken(
  session: Transaction,
  refreshToken: string,
): Promise<TokenRow | undefined> {
  const hash = sha256(refreshToken);
  const [, { rows }] = await session.queryAll<[object, TokenRow]>([
    {
      name: 'refresh-token-session',
      text: `select from auth.sessions
        where id = (select session_id from auth.refresh_tokens where token = $1) for no key update`,
      values: [hash],
    },
    {
      name: 'refresh-token-by-hash',
      text: `select t.session_id, s.user_id, t.revoked,
          t.updated_at > clock_timestamp() - make_interval(secs => $2) as is_recent
        from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token = $1`,
      values: [hash, reuseSeconds],
    },
  ]);
  return rows[0];
}

/**
 * Whether the next token is still unused. If so, its response may have been lost on a bad connection: the client
 * returns with the previous token and gets the same next one again.
 */
async function isSuccessorUnused(session: Session, key: string, token: string): Promise<boolean> {
  return (await stateOf(session, hmac(key, token))) === 'current';
}

/**
 * The next token, and the one after which it has to be inserted, unless it exists. It is derived from the previous
 * token and a key of the session, so that presenting a token twice returns the same successor. That needs no readable
 * token in the database, and gives a thief no second chain to continue unnoticed.
 */
async function stepFrom(
  session: Session,
  key: string,
  token: string,
  isRevoked: boolean,
): Promise<{ next: string; after?: string }> {
  let current = token;
  for (;;) {
    const next = hmac(key, current);
    const known = isRevoked ? await stateOf(session, next) : 'missing';
    if (known === 'current') return { next };
    if (known === 'missing') return { next, after: current };
    current = next;
  }
}

function revocation(token: string): Statement {
  return {
    name: 'refresh-token-revoke',
    text: `update auth.refresh_tokens set revoked = true, updated_at = now()
      where token = $1 and not revoked`,
    values: [sha256(token)],
  };
}

/** Also missing if a second factor has just restarted the session's chain. */
async function stateOf(
  session: Session,
  token: string,
): Promise<'current' | 'revoked' | 'missing'> {
  const { rows } = await session.query<{ revoked: boolean }>({
    name: 'refresh-token-look',
    text: 'select revoked from auth.refresh_tokens where token = $1',
    values: [sha256(token)],
  });
  if (!rows[0]) return 'missing';
  return rows[0].revoked ? 'revoked' : 'current';
}

/** Imported sessions have no key yet. */
async function giveKey(session: Session, sessionId: string): Promise<string> {
  const key = crypto.randomUUID() + crypto.randomUUID();
  await session.query({
    text: 'update auth.sessions set refresh_token_hmac_key = $2 where id = $1',
    values: [sessionId, key],
  });
  return key;
}

function refuse(code: ErrorCode, message?: string): Outcome {
  return { kind: 'refused', error: new ApiError(code, message) };
}
