import { randomInt } from 'node:crypto';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { sha256 } from '../../secrets.ts';
import type { Account, Factor } from '../accounts.ts';
import { note } from '../audit.ts';
import type { Exchange } from '../context.ts';
import { notify } from '../letters/notices.ts';
import { json } from '../respond.ts';
import { refuseAnonymous } from '../sessions/require-session.ts';

const setSize = 10;

export function ownSet(account: Account): Factor {
  refuseAnonymous(account);
  const factor = account.factors.find(({ factor_type }) => factor_type === 'recovery_code');
  if (!factor) {
    throw new ApiError('mfa_factor_not_found', 'The user has not enrolled recovery codes');
  }
  return factor;
}

/** Replaces all earlier codes. This is the only time that they can be read. */
export async function replaceCodes(
  exchange: Exchange,
  session: Session,
  account: Account,
  factor: Factor,
): Promise<Response> {
  const codes = Array.from({ length: setSize }, makeCode);
  await session.query({
    text: 'delete from auth.mfa_recovery_codes where factor_id = $1',
    values: [factor.id],
  });
  await session.query({
    text: `insert into auth.mfa_recovery_codes (factor_id, code_hash)
      select $1, unnest($2::text[])`,
    values: [factor.id, codes.map((code) => hashCode(factor, code))],
  });
  await note(session, exchange.client, account, 'recovery_codes_generated');
  await notify(exchange, session, account, 'factor-added', 'recovery_code');
  return json({
    id: factor.id,
    type: 'recovery_code',
    friendly_name: factor.friendly_name,
    total: setSize,
    codes,
  });
}

// Of base32, as in Supabase Auth, without letters that are easily confused with digits on paper.
const letters = 'abcdefghjkmnpqrstuvwxyz234567';

/** Sixteen characters: 77 random bits. */
function makeCode(): string {
  return Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');
}

export function hashCode(factor: Pick<Factor, 'id'>, code: string): string {
  return sha256(`${factor.id}:${code.toLowerCase().replace(/[\s-]/g, '')}`);
}

export async function countCodes(session: Session, factor: Pick<Factor, 'id'>) {
  const { rows } = await session.query<{ total: number; remaining: number }>({
    text: `select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining
      from auth.mfa_recovery_codes where factor_id = $1`,
    values: [factor.id],
  });
  return rows[0] ?? { total: 0, remaining: 0 };
}
