import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { codeHash, isSame } from '../../secrets.ts';
import { type Account, type Factor, hasVerifiedFactor, lockAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import { optional, readBody } from '../body.ts';
import { dropChanges } from '../change-address.ts';
import type { Auth, Exchange } from '../context.ts';
import { notify } from '../letters/notices.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { requireSession } from '../sessions/require-session.ts';
import {
  answerChallenge,
  type Challenge,
  ownFactor,
  requireRightTo,
  requireUnchanged,
  takeChallenge,
} from './own-factor.ts';
import { raiseAssurance } from './raise-assurance.ts';
import { checkTotp } from './totp.ts';
import { checkPasskey, passkeyAnswer } from './webauthn.ts';

/** In the words of Supabase Auth. */
const wrongCode: Partial<Record<Factor['factor_type'], string>> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
};

const bodySchema = z.object({
  challenge_id: optional(z.guid()),
  code: optional(z.string().max(32)),
  webauthn: passkeyAnswer.optional(),
});
type Body = z.infer<typeof bodySchema>;

/** POST /factors/{id}/verify */
export async function verifyFactor(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  const factor = ownFactor(account, exchange);
  const body = await readBody(exchange, bodySchema);
  requireAnswer(factor, body);
  // Verifying an unverified factor adds it to the account.
  if (factor.status === 'unverified') {
    await requireRecentSignIn(auth, account, open, factor.created_at);
  }
  requireRightTo(account, open, factor, 'verify a new factor');
  const answer = await auth.limits.attempt([['factorOfPerson', account.id]], async () => {
    const challenge = await takeChallenge(auth.database.asService, factor, body.challenge_id);
    const keep = await prove(auth, exchange, factor, challenge, body);
    if (!keep) return undefined;
    return auth.database.asService.transaction(async (session) => {
      await lockAccount(session, account.id);
      const now = await requireUnchanged(session, account, factor);
      requireRightTo(now, open, factor, 'verify a new factor');
      await answerChallenge(session, challenge);
      await keep(session);
      if (factor.status === 'unverified') {
        await markVerified(session, factor, now);
        await notify(exchange, session, account, 'factor-added', factor.factor_type);
      }
      await note(session, exchange.client, account, 'verification_attempted', {
        factor_id: factor.id,
        factor_type: factor.factor_type,
      });
      return raiseAssurance(auth, exchange, session, open, factor);
    });
  });
  if (!answer) {
    await note(auth.database.asService, exchange.client, account, 'verification_failed', {
      factor_id: factor.id,
    });
    throw new ApiError('mfa_verification_failed', wrongCode[factor.factor_type]);
  }
  return json(answer);
}

function requireAnswer(factor: Factor, { webauthn, code }: Body) {
  if (factor.factor_type !== 'webauthn') {
    if (!code) throw new ApiError('validation_failed', 'Code needs to be non-empty');
  } else if (!webauthn) {
    throw new ApiError('validation_failed', 'webauthn is missing');
  }
}

/** What to store for a correct answer; undefined for a wrong one. */
async function prove(
  auth: Auth,
  exchange: Exchange,
  factor: Factor,
  challenge: Challenge,
  body: Body,
): Promise<((session: Session) => Promise<void>) | undefined> {
  if (factor.factor_type === 'webauthn') {
    return body.webauthn && checkPasskey(auth, exchange, factor, challenge, body.webauthn);
  }
  const code = (body.code ?? '').replace(/[\s-]/g, '');
  if (factor.factor_type === 'totp') return checkTotp(auth.database, factor, code);
  const isRight =
    challenge.otp_code !== null &&
    isSame(challenge.otp_code, codeHash(auth.pepper, challenge.id, code));
  return isRight ? async () => {} : undefined;
}

/**
 * The first correct answer makes the factor count. Unverified factors of the same kind are removed; with the
 * account's first factor, so are all the others, and whatever else was prepared without one.
 */
async function markVerified(session: Session, factor: Factor, account: Account) {
  const isFirst = !hasVerifiedFactor(account);
  await session.query({
    text: `with verified as (
        update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1
      ), challenges as (
        delete from auth.mfa_challenges where factor_id = $1 and verified_at is null
      )
      delete from auth.mfa_factors where user_id = $2 and id <> $1 and status = 'unverified'
        and ($4 or factor_type = $3)`,
    values: [factor.id, account.id, factor.factor_type, isFirst],
  });
  if (isFirst) await dropPrepared(session, account);
}

async function dropPrepared(session: Session, { id }: Account) {
  await dropChanges(session, id);
  await session.query({
    text: 'delete from auth.flow_state where linking_target_id = $1',
    values: [id],
  });
}
