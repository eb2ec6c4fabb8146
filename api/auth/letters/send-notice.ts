import { ApiError } from '../../errors.ts';
import { createLimits } from '../../limits/limits.ts';
import type { Work } from '../../subject.ts';
import type { Notice } from '../tasks.ts';

/**
 * Tells people what happened in their account. Until its mailbox is proved, an account may have anybody's address,
 * and whoever created it can cause a notice from each new browser, so there the limit is low. The limits also keep a
 * thief from burying an important notice in a flood of others.
 */
export async function sendNotice(
  { database, sendMail }: Pick<Work, 'database' | 'sendMail'>,
  { siteUrl, wasProved, ...notice }: Notice,
) {
  const { rows } = await database.asService.query<{ is_proved: boolean }>({
    // The person may own the address by now, or no longer after a change of address.
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

/** Sends unless the mailbox has reached the limit for notices of this kind. */
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
    // The retry counts it again.
    await limits.giveBack(limit, key);
    throw error;
  }
}
