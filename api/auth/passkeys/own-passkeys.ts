import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import type { Account } from '../accounts.ts';
import type { Auth, Exchange } from '../context.ts';
import { needsSecondFactor, refuseAnonymous, requireSession } from '../sessions/require-session.ts';

/** A passkey as its owner sees it. */
type Passkey = { id: string; friendly_name?: string; created_at: Date; last_used_at?: Date };

type Row = { id: string; friendly_name: string; created_at: Date; last_used_at: Date | null };

export const shown = 'id, friendly_name, created_at, last_used_at';

/** What is not set is left out. */
export function describePasskey({ id, friendly_name, created_at, last_used_at }: Row): Passkey {
  return {
    id,
    ...(friendly_name && { friendly_name }),
    created_at,
    ...(last_used_at && { last_used_at }),
  };
}

export async function passkeysOf(session: Session, userId: string): Promise<Passkey[]> {
  const { rows } = await session.query<Row>({
    text: `select ${shown} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    values: [userId],
  });
  return rows.map(describePasskey);
}

/**
 * Turning passkeys off loses nothing: the rows stay, cannot be used, and can still be removed with the secret key.
 */
export function requirePasskeys({ settings }: Auth) {
  if (!settings.arePasskeysOpen) throw new ApiError('passkey_disabled');
}

/**
 * Requires a complete sign-in: the password alone must not be enough to add a way in, or to list the existing ones.
 */
export async function requireOwner(auth: Auth, exchange: Exchange) {
  requirePasskeys(auth);
  const { account, session: open } = await requireSession(auth, exchange);
  refuseAnonymous(account);
  if (needsSecondFactor(account, open)) throw insufficient();
  return { account, open };
}

/** Checked again under the lock: a second factor may have been added since. */
export function requireStillOwner(account: Account, open: Parameters<typeof needsSecondFactor>[1]) {
  if (needsSecondFactor(account, open)) throw insufficient();
}

function insufficient(): ApiError {
  return new ApiError(
    'insufficient_aal',
    'AAL2 session is required to manage passkeys when MFA is enabled',
  );
}

export function passkeyNotFound(): ApiError {
  return new ApiError('validation_failed', 'Passkey not found', undefined, { status: 404 });
}
