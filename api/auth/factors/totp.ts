import { Secret, TOTP } from 'otpauth';
import type { Database, Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import type { Factor } from '../accounts.ts';

const period = 30;

/** Allows one step of drift either way; an accepted step, or an earlier one, is never accepted again. */
export async function checkTotp(
  database: Database,
  factor: Factor,
  code: string,
): Promise<((session: Session) => Promise<void>) | undefined> {
  const { rows } = await database.asService.query<{ secret: string | null }>({
    text: 'select secret from auth.mfa_factors where id = $1',
    values: [factor.id],
  });
  const secret = rows[0]?.secret;
  if (!secret) return undefined;
  const now = Date.now();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period });
  const delta = totp.validate({ token: code, window: 1, timestamp: now });
  if (delta === null) return undefined;
  const step = Math.floor(now / 1_000 / period) + delta;
  return async (session) => {
    const { rowCount } = await session.query({
      text: `update auth.mfa_factors set last_used_step = $2
        where id = $1 and (last_used_step is null or last_used_step < $2)`,
      values: [factor.id, step],
    });
    if (rowCount === 0) throw new ApiError('mfa_verification_failed', 'Invalid TOTP code entered');
  };
}
