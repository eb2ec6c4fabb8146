import type { Database, Session } from '#database/database.ts';
import { codeHash, isSame, randomCode, randomToken, sha256 } from '../../secrets.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token';

export type OneTimeToken = {
  id: string;
  user_id: string;
  token_type: OneTimeTokenType;
  token_hash: string;
  relates_to: string;
  flow_state_id: string | null;
};

const codeSeconds = 600;
const codeTries = 5;

/** Marks links that answer with a code for the browser that asked, as in Supabase Auth. */
const pkcePrefix = 'pkce_';

export function isPkceToken(token: string): boolean {
  return token.startsWith(pkcePrefix);
}

/** A new token replaces the previous one. */
export async function issueOneTimeToken(
  session: Session,
  pepper: string,
  wanted: {
    userId: string;
    type: OneTimeTokenType;
    relatesTo: string;
    flowId?: string | undefined;
  },
): Promise<{ token: string; code: string }> {
  const { userId, type, relatesTo, flowId } = wanted;
  const token = (flowId ? pkcePrefix : '') + randomToken();
  const code = randomCode();
  await session.query({
    text: `insert into auth.one_time_tokens
        (user_id, token_type, token_hash, relates_to, code_hash, flow_state_id)
      values ($1, $2, $3, $4, $5, (select id from auth.flow_state where id = $6))
      on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
        relates_to = excluded.relates_to, code_hash = excluded.code_hash, attempts = 0,
        flow_state_id = excluded.flow_state_id, created_at = now(), updated_at = now()`,
    values: [
      userId,
      type,
      sha256(token),
      relatesTo,
      codeHash(pepper, userId, code),
      flowId ?? null,
    ],
  });
  return { token, code };
}

/** Looks the token up without using it. */
export async function findByLink(
  session: Session,
  token: string,
  types: readonly OneTimeTokenType[],
  seconds: number,
): Promise<OneTimeToken | undefined> {
  const { rows } = await session.query<OneTimeToken>({
    text: `select id, user_id, token_type, token_hash, relates_to, flow_state_id
      from auth.one_time_tokens
      where token_hash = $1 and token_type = any ($2)
        and created_at > now() - make_interval(secs => $3)`,
    values: [sha256(token), types, seconds],
  });
  return rows[0];
}

/** Counts the attempt before it checks the code, so that concurrent attempts all count. */
export async function findByCode(
  database: Database,
  pepper: string,
  relatesTo: string,
  code: string,
  types: readonly OneTimeTokenType[],
): Promise<OneTimeToken | undefined> {
  const { rows } = await database.asService.query<OneTimeToken & { code_hash: string }>({
    text: `update auth.one_time_tokens set attempts = attempts + 1, updated_at = now()
      where relates_to = $1 and token_type = any ($2) and code_hash is not null and attempts < $3
        and created_at > now() - make_interval(secs => $4)
      returning id, user_id, token_type, token_hash, relates_to, flow_state_id, code_hash`,
    values: [relatesTo, types, codeTries, codeSeconds],
  });
  return rows.find((row) => isSame(row.code_hash, codeHash(pepper, row.user_id, code)));
}

/** True for exactly one caller: of two concurrent ones, the second finds nothing to delete. */
export async function spend(session: Session, token: OneTimeToken): Promise<boolean> {
  const { rowCount } = await session.query({
    text: 'delete from auth.one_time_tokens where id = $1 and token_hash = $2',
    values: [token.id, token.token_hash],
  });
  return rowCount === 1;
}

export async function dropTokens(
  session: Session,
  userId: string,
  types: readonly OneTimeTokenType[],
) {
  await session.query({
    text: 'delete from auth.one_time_tokens where user_id = $1 and token_type = any ($2)',
    values: [userId, types],
  });
}
