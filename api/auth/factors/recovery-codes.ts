import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import type { Account, Factor } from '../accounts.ts';
import { note } from '../audit.ts';
import { optional, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { notify } from '../notices.ts';
import { json } from '../respond.ts';
import { sha256 } from '../secrets.ts';
import { type OpenSession, requireSession, type TokenResponse } from '../sessions.ts';
import { checkRoom } from './enroll.ts';
import { requireAal2 } from './own-factor.ts';
import { raiseAssurance } from './raise-assurance.ts';
import { removeFactor } from './unenroll.ts';

const setSize = 10;

/** GET /factors/recovery-codes */
export async function countRecoveryCodes(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account } = await requireSession(auth, exchange);
  const factor = ownSet(account);
  return json({ id: factor.id, type: 'recovery_code', ...(await count(auth.database, factor)) });
}

/** POST /factors/recovery-codes */
export async function makeRecoveryCodes(auth: Auth, exchange: Exchange): Promise<Response> {
  const body = await readBody(
    exchange,
    z.object({ friendly_name: optional(z.string().trim().max(100)) }),
  );
  const { account, session: open } = await requireSession(auth, exchange);
  const name = body.friendly_name ?? 'Recovery codes';
  const hasOther = account.factors.some(
    ({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code',
  );
  if (!hasOther) throw new ApiError('mfa_recovery_codes_sole_factor');
  requireAal2(open, 'generate recovery codes');
  if (account.factors.some(({ factor_type }) => factor_type === 'recovery_code')) {
    throw new ApiError('mfa_verified_factor_exists');
  }
  checkRoom(account, name);
  return auth.database.transaction(async (session) => {
    const { rows } = await session.query<Factor>({
      text: `insert into auth.mfa_factors (user_id, factor_type, friendly_name, status)
        values ($1, 'recovery_code', $2, 'verified') returning id, friendly_name`,
      values: [account.id, name],
    });
    const [factor] = rows;
    if (!factor) throw new Error('The factor was not noted.');
    return replaceCodes(auth, exchange, session, account, factor);
  });
}

/** POST /factors/recovery-codes/regenerate */
export async function remakeRecoveryCodes(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  requireAal2(open, 'regenerate recovery codes');
  const factor = ownSet(account);
  return auth.database.transaction((session) =>
    replaceCodes(auth, exchange, session, account, factor),
  );
}

/** POST /factors/recovery-codes/verify */
export async function spendRecoveryCode(auth: Auth, exchange: Exchange): Promise<Response> {
  const { code } = await readBody(exchange, z.object({ code: z.string().min(1).max(100) }));
  const { account, session: open } = await requireSession(auth, exchange);
  const factor = account.factors.find(({ factor_type }) => factor_type === 'recovery_code');
  const spend = async () =>
    factor &&
    auth.database.transaction((session) =>
      spendCode(auth, exchange, session, account, open, factor, code),
    );
  const answer = await auth.limits.checkFactor(account.id, spend, 'mfa_recovery_codes_locked');
  if (!answer) throw new ApiError('mfa_verification_failed');
  return json(answer);
}

async function spendCode(
  auth: Auth,
  exchange: Exchange,
  session: Session,
  account: Account,
  open: OpenSession,
  factor: Factor,
  code: string,
): Promise<TokenResponse | undefined> {
  const { rowCount } = await session.query({
    text: `update auth.mfa_recovery_codes set used_at = now()
      where factor_id = $1 and code_hash = $2 and used_at is null`,
    values: [factor.id, hashCode(factor, code)],
  });
  if (rowCount === 0) return undefined;
  const { remaining } = await count(session, factor);
  await note(session, exchange.client, account, 'recovery_code_used', { remaining });
  await notify(auth, exchange, session, account, 'recovery-code-used', String(remaining));
  return raiseAssurance(auth, exchange, session, open, factor);
}

/** DELETE /factors/recovery-codes */
export async function dropRecoveryCodes(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  requireAal2(open, 'remove recovery codes');
  const factor = ownSet(account);
  return auth.database.transaction(async (session) => {
    await removeFactor(session, account, factor);
    await note(session, exchange.client, account, 'factor_deleted', { factor_id: factor.id });
    await notify(auth, exchange, session, account, 'factor-removed', 'recovery_code');
    return json({ id: factor.id });
  });
}

function ownSet(account: Account): Factor {
  const factor = account.factors.find(({ factor_type }) => factor_type === 'recovery_code');
  if (!factor) throw new ApiError('mfa_factor_not_found');
  return factor;
}

async function replaceCodes(
  auth: Auth,
  exchange: Exchange,
  session: Session,
  account: Account,
  factor: Factor,
): Promise<Response> {
  const codes = Array.from({ length: setSize }, makeCode);
  await session.query({
    text: 'delete from auth.mfa_recovery_codes where factor_id = $1',
    values: [factor.id],
  });
  await session.query({
    text: `insert into auth.mfa_recovery_codes (factor_id, code_hash)
      select $1, unnest($2::text[])`,
    values: [factor.id, codes.map((code) => hashCode(factor, code))],
  });
  await note(session, exchange.client, account, 'recovery_codes_generated');
  await notify(auth, exchange, session, account, 'factor-added', 'recovery_code');
  return json({
    id: factor.id,
    type: 'recovery_code',
    friendly_name: factor.friendly_name,
    total: setSize,
    codes,
  });
}

// Without letters and digits that are mistaken for each other on paper.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Sixteen letters: 79 random bits. */
function makeCode(): string {
  return Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');
}

function hashCode(factor: Pick<Factor, 'id'>, code: string): string {
  return sha256(`${factor.id}:${code.toLowerCase().replace(/[\s-]/g, '')}`);
}

async function count(session: Session, factor: Pick<Factor, 'id'>) {
  const { rows } = await session.query<{ total: number; remaining: number }>({
    text: `select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining
      from auth.mfa_recovery_codes where factor_id = $1`,
    values: [factor.id],
  });
  return rows[0] ?? { total: 0, remaining: 0 };
}
