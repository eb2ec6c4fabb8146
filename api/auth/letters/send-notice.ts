import { ApiError } from '../../errors.ts';
import { createLimits } from '../../limits/limits.ts';
import type { Work } from '../../subject.ts';
import type { Notice } from '../tasks.ts';

/**
 * Tells people what happened in their account. Until its mailbox is proved, an account may have anybody's address, and
 * whoever made it causes a notice with each strange browser: there they are few. Nor does a thief fill a mailbox until
 * what matters is not seen.
 */
export async function sendNotice(
  { database, sendMail }: Pick<Work, 'database' | 'sendMail'>,
  { siteUrl, wasProved, ...notice }: Notice,
) {
  const { rows } = await database.asService.query<{ is_proved: boolean }>({
    // It may be theirs by now, and after a change of address no longer.
    text: `select $2 or exists (
      select from private.accounts where email = $1 and email_proved_at is not null) as is_proved`,
    values: [notice.to, wasProved === true],
  });
  const [limit, key] =
    rows[0]?.is_proved === true
      ? (['notice', `${notice.kind} ${notice.to}`] as const)
      : (['noticeToUnproved', notice.to] as const);
  await sendCounted(database, limit, key, () => sendMail(notice, { siteUrl }));
}

/** Sends unless the mailbox has had enough of its kind for now. */
export async function sendCounted(
  database: Work['database'],
  limit: 'notice' | 'noticeToUnproved',
  key: string,
  send: () => Promise<unknown>,
) {
  const limits = createLimits(database, {});
  try {
    await limits.take(limit, key);
  } catch (refusal) {
    if (refusal instanceof ApiError) return;
    throw refusal;
  }
  try {
    await send();
  } catch (error) {
    // It comes with the next try.
    await limits.giveBack(limit, key);
    throw error;
  }
}
