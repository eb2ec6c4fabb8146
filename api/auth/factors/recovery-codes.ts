import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, asOfNow, type Factor } from '../accounts.ts';
import { note } from '../audit.ts';
import { optional, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { notify } from '../letters/notices.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { refuseAnonymous, requireSession, requireStillOpen } from '../sessions/require-session.ts';
import type { OpenSession, TokenResponse } from '../sessions/sessions.ts';
import { checkRoom } from './enroll.ts';
import { requireAal2, requireUnchanged } from './own-factor.ts';
import { raiseAssurance } from './raise-assurance.ts';
import { countCodes, hashCode, ownSet, replaceCodes } from './recovery-code-set.ts';
import { removeFactor } from './unenroll.ts';

/** GET /factors/recovery-codes */
export async function countRecoveryCodes(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account } = await requireSession(auth, exchange);
  const factor = ownSet(account);
  return json({
    id: factor.id,
    type: 'recovery_code',
    ...(await countCodes(auth.database.asService, factor)),
  });
}

/** POST /factors/recovery-codes */
export async function makeRecoveryCodes(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  const body = await readBody(
    exchange,
    z.object({ friendly_name: optional(z.string().trim().max(100)) }),
    { mayBeEmpty: true },
  );
  refuseAnonymous(account);
  const name = body.friendly_name ?? 'Recovery codes';
  requireOtherFactor(account);
  requireAal2(open, 'generate recovery codes');
  await requireRecentSignIn(auth, account, open);
  requireNoCodes(account, name);
  return auth.database.asService.transaction(async (session) => {
    await requireStillOpen(session, open);
    // Checked again under the lock: another tab may have been faster.
    const now = await asOfNow(session, account);
    requireOtherFactor(now);
    requireNoCodes(now, name);
    const { rows } = await session.query<Factor>({
      text: `insert into auth.mfa_factors (user_id, factor_type, friendly_name, status)
        values ($1, 'recovery_code', $2, 'verified') returning id, friendly_name`,
      values: [account.id, name],
    });
    const [factor] = rows;
    if (!factor) throw new Error('The factor was not noted.');
    return replaceCodes(exchange, session, account, factor);
  });
}

function requireOtherFactor({ factors }: Account) {
  const hasOther = factors.some(
    ({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code',
  );
  if (!hasOther) throw new ApiError('mfa_recovery_codes_sole_factor');
}

function requireNoCodes(account: Account, name: string) {
  if (account.factors.some(({ factor_type }) => factor_type === 'recovery_code')) {
    throw new ApiError(
      'mfa_verified_factor_exists',
      'Recovery codes are already enrolled for this user, use regenerate to rotate them',
    );
  }
  checkRoom(account, name);
}

/** POST /factors/recovery-codes/regenerate */
export async function remakeRecoveryCodes(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  requireAal2(open, 'regenerate recovery codes');
  await requireRecentSignIn(auth, account, open);
  const factor = ownSet(account);
  return auth.database.asService.transaction(async (session) => {
    await lockSet(session, account, open, factor, 'regenerate recovery codes');
    return replaceCodes(exchange, session, account, factor);
  });
}

/** Checked again under the lock: otherwise two concurrent requests would each leave a set of codes. */
async function lockSet(
  session: Session,
  account: Account,
  open: OpenSession,
  factor: Factor,
  purpose: string,
): Promise<Account> {
  requireAal2(await requireStillOpen(session, open), purpose);
  return requireUnchanged(session, account, factor);
}

const codeNeeded = 'Code needs to be non-empty';
const codeSchema = z.object({ code: z.string(codeNeeded).trim().min(1, codeNeeded).max(100) });

/** POST /factors/recovery-codes/verify */
export async function spendRecoveryCode(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  const { code } = await readBody(exchange, codeSchema);
  const factor = account.factors.find(({ factor_type }) => factor_type === 'recovery_code');
  const spend = async () =>
    factor &&
    auth.database.asService.transaction((session) =>
      spendCode(auth, exchange, session, account, open, factor, code),
    );
  const answer = await auth.limits.attempt([['factorOfPerson', account.id]], spend, {
    code: 'mfa_recovery_codes_locked',
  });
  if (!answer) throw new ApiError('mfa_verification_failed', 'Invalid recovery code entered');
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
  await requireStillOpen(session, open);
  const { rowCount } = await session.query({
    text: `update auth.mfa_recovery_codes set used_at = now()
      where factor_id = $1 and code_hash = $2 and used_at is null`,
    values: [factor.id, hashCode(factor, code)],
  });
  if (rowCount === 0) return undefined;
  const { remaining } = await countCodes(session, factor);
  await note(session, exchange.client, account, 'recovery_code_used', { remaining });
  await notify(exchange, session, account, 'recovery-code-used', String(remaining));
  return raiseAssurance(auth, exchange, session, open, factor);
}

/** DELETE /factors/recovery-codes */
export async function dropRecoveryCodes(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  requireAal2(open, 'remove recovery codes');
  await requireRecentSignIn(auth, account, open);
  const factor = ownSet(account);
  return auth.database.asService.transaction(async (session) => {
    const now = await lockSet(session, account, open, factor, 'remove recovery codes');
    await removeFactor(session, now, factor);
    await note(session, exchange.client, account, 'factor_deleted', { factor_id: factor.id });
    await notify(exchange, session, account, 'factor-removed', 'recovery_code');
    return json({ id: factor.id });
  });
}
