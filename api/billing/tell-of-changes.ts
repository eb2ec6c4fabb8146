import { membership } from '#domain/site/links.ts';
import type { MembershipChangedProps } from '#mail/template.ts';
import type { Work } from '../subject.ts';
import type { BillingTasks } from './tasks.ts';

type Change = {
  email: string;
  what: MembershipChangedProps['what'];
  heard_at: Date;
  until: Date | null;
  is_owed: boolean;
};

/**
 * Emails a member whose membership was cancelled at the payment service, or continues after all: the service itself
 * sends nothing.
 */
export async function tellOfChange(
  { database, siteUrl, sendMail }: Work,
  { change }: BillingTasks['membership-mail'],
) {
  const { rows } = await database.asService.query<Change>({
    text: 'select email, what, heard_at, until, is_owed from staff.write_membership_change($1)',
    values: [change],
  });
  const [found] = rows;
  if (!found) return;
  const { email: to, what, heard_at: heardAt, until, is_owed: isOwed } = found;
  const isAhead = until !== null && until.getTime() > Date.now();
  await sendMail({
    kind: 'membership-changed',
    ...{ to, what, heardAt, isOwed },
    until: isAhead ? until : null,
    link: siteUrl + membership,
  });
}
