import type { Session } from '#database/database.ts';
import { ApiError } from '../errors.ts';
import { sha256 } from '../secrets.ts';
import type { AuthSettings } from './context.ts';

/**
 * Whether new accounts can be created: the server's setting is the limit, and owners decide within it. The database
 * is asked each time, so that no process lags behind. Decision 80.
 */
export async function isSignUpOpen(
  settings: Pick<AuthSettings, 'isSignUpOpen'>,
  session: Session,
): Promise<boolean> {
  if (!settings.isSignUpOpen) return false;
  const { rows } = await session.query<{ is_open: boolean }>({
    name: 'sign-up-is-open',
    text: 'select private.is_sign_up_open() as is_open',
  });
  return rows[0]?.is_open ?? false;
}

/** Refuses everybody except people with the link that invited their address to the staff. */
export async function requireOpenSignUp(
  settings: AuthSettings,
  session: Session,
  asked: { email?: string | undefined; invitation?: string | undefined } = {},
) {
  if (await isSignUpOpen(settings, session)) return;
  const { email, invitation } = asked;
  if (email && invitation) {
    const { rows } = await session.query<{ is_invited: boolean }>({
      text: 'select private.is_invited($1, $2) as is_invited',
      values: [email, sha256(invitation)],
    });
    if (rows[0]?.is_invited) return;
  }
  throw new ApiError('signup_disabled');
}
