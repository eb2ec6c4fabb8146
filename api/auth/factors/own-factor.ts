import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, type Factor, findAccount, hasVerifiedFactor } from '../accounts.ts';
import type { Exchange } from '../context.ts';
import { refuseAnonymous } from '../sessions/require-session.ts';
import type { OpenSession } from '../sessions/sessions.ts';

/** The factor named in the path, if it belongs to this person; otherwise it does not exist. */
export function ownFactor(account: Account, { params }: Exchange): Factor {
  refuseAnonymous(account);
  requireFactorId(params.id);
  const factor = account.factors.find(({ id }) => id === params.id?.toLowerCase());
  if (!factor || factor.factor_type === 'recovery_code') throw new ApiError('mfa_factor_not_found');
  return factor;
}

export function requireFactorId(id: string | undefined) {
  if (z.guid().safeParse(id).success) return;
  throw new ApiError('validation_failed', 'factor_id must be an UUID', undefined, { status: 404 });
}

export function requireAal2(open: OpenSession, purpose: string) {
  if (open.aal === 'aal1') throw new ApiError('insufficient_aal', `AAL2 required to ${purpose}`);
}

/**
 * A session without its second factor may verify one that is already verified, which completes it. Once the person
 * has a verified factor, such a session has no access to factors that were only prepared with the password.
 */
export function requireRightTo(
  account: Account,
  open: OpenSession,
  factor: Factor,
  purpose: string,
) {
  if (factor.status === 'unverified' && hasVerifiedFactor(account)) requireAal2(open, purpose);
}

/** Reads again under the account's lock, so that the later of two concurrent changes sees the earlier one. */
export async function requireUnchanged(
  session: Session,
  { id }: Account,
  factor: Factor,
): Promise<Account> {
  const now = await findAccount(session, 'id', id);
  const found = now?.factors.find((each) => each.id === factor.id);
  if (!now || found?.status !== factor.status) throw new ApiError('mfa_factor_not_found');
  return now;
}

const challengeSeconds = 300;

export type Challenge = {
  id: string;
  otp_code: string | null;
  web_authn_session_data: unknown;
};

export async function addChallenge(
  session: Session,
  factor: Factor,
  address: string,
  webAuthn?: unknown,
): Promise<{ id: string; expires_at: number }> {
  const { rows } = await session.query<{ id: string; expires_at: number }>({
    text: `with challenged as (
        update auth.mfa_factors set last_challenged_at = now() where id = $1
      )
      insert into auth.mfa_challenges (factor_id, ip_address, web_authn_session_data)
      values ($1, $2, $3) returning id, floor(extract(epoch from created_at))::float8 + $4::int as expires_at`,
    values: [factor.id, address || null, webAuthn && JSON.stringify(webAuthn), challengeSeconds],
  });
  const [challenge] = rows;
  if (!challenge) throw new Error('The challenge was not noted.');
  return challenge;
}

/** Counts the attempt at once, outside any transaction: five for each challenge. */
export async function takeChallenge(
  session: Session,
  factor: Factor,
  challengeId: string | undefined,
): Promise<Challenge> {
  const { rows } = await session.query<Challenge>({
    text: `update auth.mfa_challenges set attempts = attempts + 1
      where id = $1 and factor_id = $2 and verified_at is null and attempts < 5
        and created_at > now() - make_interval(secs => $3)
      returning id, otp_code, web_authn_session_data`,
    values: [challengeId, factor.id, challengeSeconds],
  });
  const [challenge] = rows;
  if (!challenge) throw await whyNot(session, factor, challengeId);
  return challenge;
}

async function whyNot(
  session: Session,
  factor: Factor,
  challengeId: string | undefined,
): Promise<ApiError> {
  const { rows } = await session.query({
    text: 'select from auth.mfa_challenges where id = $1 and factor_id = $2',
    values: [challengeId, factor.id],
  });
  if (challengeId && rows.length > 0) return expired(challengeId);
  const words = 'MFA factor with the provided challenge ID not found';
  return new ApiError('mfa_factor_not_found', words, undefined, { status: 422 });
}

function expired(challengeId: string): ApiError {
  return new ApiError(
    'mfa_challenge_expired',
    `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
  );
}

/** If two answers to a challenge arrive at once, the second finds it already answered. */
export async function answerChallenge(session: Session, challenge: Challenge) {
  const { rowCount } = await session.query({
    text: 'update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null',
    values: [challenge.id],
  });
  if (rowCount === 0) throw expired(challenge.id);
}
