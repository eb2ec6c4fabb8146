import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import type { Account } from '../accounts.ts';
import { note } from '../audit.ts';
import { optional, passwordField } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { checkNonce } from '../endpoints/reauthenticate.ts';
import { passwordTries } from '../passwords.ts';
import type { OpenSession } from './sessions.ts';

/** How a person proves that it is still them: their password, or the code sent by `/reauthenticate`. */
export const proofFields = {
  current_password: optional(passwordField),
  nonce: optional(z.string().max(64)),
};
export type Proof = { current_password?: string | undefined; nonce?: string | undefined };

/** These raise a session but do not count as a sign-in: the second factor may be what was stolen. */
export const secondSteps = ['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code'];

/**
 * Guards what would let a stranger take over an account on an unlocked device: a new password, address, factor or
 * identity. `begun` is when the person started what they are finishing now.
 */
export async function requireRecentSignIn(
  { database, settings }: Pick<Auth, 'database' | 'settings'>,
  account: Account,
  open: OpenSession,
  begun?: string,
) {
  // An anonymous account has no password or mailbox to ask for.
  if (!account.encrypted_password && !account.email && !account.phone) return;
  const { rows } = await database.asService.query<{ is_recent: boolean }>({
    name: 'recent-sign-in',
    text: `select coalesce(greatest($2::timestamptz, coalesce(
        (select max(updated_at) from auth.mfa_amr_claims
          where session_id = $1 and not authentication_method = any ($5)), $3::timestamptz))
        > now() - make_interval(secs => $4), false) as is_recent`,
    values: [open.id, begun, open.created_at, settings.recentSignInSeconds, secondSteps],
  });
  if (!rows[0]?.is_recent) throw new ApiError('reauthentication_needed');
}

/** The same, or a proof sent with the request. Returns a function that uses up the code, within a transaction. */
export async function proveRecent(
  auth: Auth,
  exchange: Exchange,
  account: Account,
  open: OpenSession,
  { current_password: password, nonce }: Proof,
): Promise<(session: Session) => Promise<void>> {
  if (password) await checkCurrentPassword(auth, exchange, account, password);
  if (nonce) return checkNonce(auth, account, nonce);
  if (!password) await requireRecentSignIn(auth, account, open);
  return async () => {};
}

/** Counts together with sign-in attempts, so that an open session cannot be used to guess the password. */
async function checkCurrentPassword(
  { database, limits, passwords }: Auth,
  { client }: Exchange,
  account: Account,
  password: string,
) {
  const address = account.email ?? account.phone ?? account.id;
  const isRight = await limits.attempt(passwordTries(address, client), async () => {
    if (await passwords.verify(account.encrypted_password, password)) return true;
    await note(database.asService, client, account, 'login_failed', { method: 'password' });
    return undefined;
  });
  if (!isRight) throw new ApiError('invalid_credentials', 'Current password is not correct');
}
