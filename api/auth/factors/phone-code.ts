import { codeHash, randomCode } from '../../secrets.ts';
import type { Auth } from '../context.ts';

/** Makes the code of a phone challenge. Called by the queue, at the moment of sending. */
export async function writePhoneCode(
  { database, pepper }: Pick<Auth, 'database' | 'pepper'>,
  challengeId: string,
): Promise<{ to: string; code: string } | undefined> {
  const code = randomCode();
  const { rows } = await database.asService.query<{ phone: string }>({
    text: `update auth.mfa_challenges c set otp_code = $2
      from auth.mfa_factors f
      where c.id = $1 and f.id = c.factor_id and c.verified_at is null and f.phone is not null
      returning f.phone`,
    values: [challengeId, codeHash(pepper, challengeId, code)],
  });
  const [row] = rows;
  return row && { to: row.phone, code };
}
