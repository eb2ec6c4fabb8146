import type { Session } from '#database/database.ts';
import type { Account } from '../auth/accounts.ts';
import { secondSteps } from '../auth/sessions/recent-sign-in.ts';
import type { OpenSession } from '../auth/sessions/sessions.ts';
import { ApiError } from '../errors.ts';

/**
 * Guards what nobody should be able to do on a device that was left unlocked: export all the data, or delete the
 * account.
 */
export async function requireNewSignIn(
  session: Session,
  { email, phone }: Pick<Account, 'email' | 'phone'>,
  { id, created_at }: OpenSession,
) {
  // Anonymous users have no way to sign in again.
  if (!email && !phone) return;
  const { rows } = await session.query<{ is_recent: boolean }>({
    text: `select coalesce(max(updated_at), $3) > now() - interval '15 minutes' as is_recent
      from private.account_methods where session_id = $1 and not authentication_method = any ($2)`,
    values: [id, secondSteps, created_at],
  });
  if (!rows[0]?.is_recent) {
    throw new ApiError(
      'recent_sign_in_needed',
      'You signed in more than 15 minutes ago. Sign in again first.',
    );
  }
}
