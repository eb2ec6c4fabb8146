import { codeHash, randomCode } from '../../secrets.ts';
import type { Work } from '../../subject.ts';
import { codeText } from '../letters/send-letter.ts';
import type { AuthTasks } from '../tasks.ts';

/** Creates the code of a phone challenge at the time of sending. */
export async function sendPhoneCode(
  { database, pepper, sendSms }: Work,
  { challengeId }: AuthTasks['auth-sms'],
) {
  const code = randomCode();
  const { rows } = await database.asService.query<{ phone: string }>({
    text: `update auth.mfa_challenges c set otp_code = $2
      from auth.mfa_factors f
      where c.id = $1 and f.id = c.factor_id and c.verified_at is null and f.phone is not null
      returning f.phone`,
    values: [challengeId, codeHash(pepper, challengeId, code)],
  });
  const [row] = rows;
  if (row) await sendSms(row.phone, codeText(code));
}
