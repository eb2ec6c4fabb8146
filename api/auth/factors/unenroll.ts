import type { Session } from '#database/database.ts';
import type { Account, Factor } from '../accounts.ts';
import { note } from '../audit.ts';
import type { Auth, Exchange } from '../context.ts';
import { notify } from '../letters/notices.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { requireSession, requireStillOpen } from '../sessions/require-session.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { ownFactor, requireAal2, requireRightTo, requireUnchanged } from './own-factor.ts';

/** DELETE /factors/{id} */
export async function unenrollFactor(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  const factor = ownFactor(account, exchange);
  requireRemovable(account, open, factor);
  if (factor.status === 'verified') await requireRecentSignIn(auth, account, open);
  return auth.database.asService.transaction(async (session) => {
    const stillOpen = await requireStillOpen(session, open);
    const now = await requireUnchanged(session, account, factor);
    requireRemovable(now, stillOpen, factor);
    await removeFactor(session, now, factor);
    await note(session, exchange.client, account, 'factor_deleted', {
      factor_id: factor.id,
      factor_type: factor.factor_type,
      // Removing one that was never verified is no loss.
      factor_status: factor.status,
    });
    if (factor.status === 'verified') {
      await notify(exchange, session, account, 'factor-removed', factor.factor_type);
    }
    return json({ id: factor.id });
  });
}

function requireRemovable(account: Account, open: OpenSession, factor: Factor) {
  if (factor.status === 'verified') requireAal2(open, 'unenroll verified factor');
  requireRightTo(account, open, factor, 'unenroll a factor');
}

/**
 * The account must be locked. Sessions that depend on the factor fall back to aal1; recovery codes are never left as
 * the only factor.
 */
export async function removeFactor(session: Session, account: Account, factor: Pick<Factor, 'id'>) {
  const others = account.factors.filter(
    ({ id, status, factor_type }) =>
      id !== factor.id && status === 'verified' && factor_type !== 'recovery_code',
  );
  const gone = account.factors
    .filter(
      ({ id, factor_type }) =>
        id === factor.id || (others.length === 0 && factor_type === 'recovery_code'),
    )
    .map(({ id }) => id);
  await session.query({
    text: `with lowered as (
        update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
        where user_id = $1 and factor_id = any ($2) returning id
      ), forgotten as (
        delete from auth.mfa_amr_claims where session_id in (select id from lowered)
          and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')
      )
      delete from auth.mfa_factors where user_id = $1 and id = any ($2)`,
    values: [account.id, gone],
  });
}
