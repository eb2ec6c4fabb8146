import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { isUuid } from '../../watch-sessions.ts';
import { type Account, findAccount, hasVerifiedFactor, lockAccount } from '../accounts.ts';
import type { Auth, Exchange } from '../context.ts';
import { findSession, type OpenSession } from './sessions.ts';

/** The person whose token was sent, with their session, which must not have ended. */
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
    isUuid(sub) ? findAccount(auth.database.asService, 'id', sub) : undefined,
    findSession(auth.database.asService, sessionId),
  ]);
  if (!account) {
    throw new ApiError('user_not_found', 'User from sub claim in JWT does not exist', undefined, {
      status: 403,
    });
  }
  if (open?.user_id !== account.id) throw new ApiError('session_not_found');
  if (account.is_banned) throw new ApiError('user_banned', undefined, undefined, { status: 403 });
  return { account, session: open };
}

/** The same, and past the second factor if the person has one: the password may be stolen. */
export async function requireFullSession(
  auth: Pick<Auth, 'database'>,
  exchange: Pick<Exchange, 'caller'>,
): Promise<{ account: Account; session: OpenSession }> {
  const { account, session } = await requireSession(auth, exchange);
  requireSecondFactor(account, session);
  return { account, session };
}

/** Factors and passkeys are only for people who have another way to sign in. */
export function refuseAnonymous({ is_anonymous }: Pick<Account, 'is_anonymous'>) {
  if (!is_anonymous) return;
  const words = 'Anonymous user not allowed to perform these actions';
  throw new ApiError('no_authorization', words, undefined, { status: 403 });
}

/**
 * Checked again under the account's lock by everything that changes how a person signs in: since the request began, a
 * proof of the mailbox may have ended the session, or the account may have been blocked.
 */
export async function requireStillOpen(session: Session, open: OpenSession): Promise<OpenSession> {
  const isBlocked = await lockAccount(session, open.user_id);
  if (isBlocked) throw new ApiError('user_banned', undefined, undefined, { status: 403 });
  const now = await findSession(session, open.id);
  if (!now) throw new ApiError('session_not_found');
  return now;
}

export function requireSecondFactor(account: Account, open: OpenSession) {
  if (needsSecondFactor(account, open)) {
    throw new ApiError('insufficient_aal', 'Complete your second step first.');
  }
}

/** Whether the sign-in is incomplete: the person has a second factor and has not used it in this session. */
export function needsSecondFactor(account: Account, { aal }: Pick<OpenSession, 'aal'>): boolean {
  return aal === 'aal1' && hasVerifiedFactor(account);
}

/** The publishable key counts as a visitor's token, as in Supabase's gateway: it is recognized, but not allowed. */
export function requireAdmin({ caller }: Exchange) {
  if (caller.role !== 'service_role') throw new ApiError('not_admin');
}
