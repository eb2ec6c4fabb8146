import { membership } from '#domain/site/links.ts';
import type { Work } from '../../subject.ts';

type Cancelled = { email: string; is_at_end: boolean; until: Date | null; is_owed: boolean };

/** Tells the member whose membership an owner cancelled: the payment service does not. */
export async function tellCancelled({ database, siteUrl, sendMail }: Work, { id }: { id: string }) {
  const { rows } = await database.asService.query<Cancelled>({
    text: 'select email, is_at_end, until, is_owed from staff.write_cancellation($1)',
    values: [id],
  });
  const [found] = rows;
  if (!found) return;
  const { until } = found;
  await sendMail({
    kind: 'membership-cancelled',
    to: found.email,
    isAtEnd: found.is_at_end,
    until: until !== null && until.getTime() > Date.now() ? until : null,
    isOwed: found.is_owed,
    link: siteUrl + membership,
  });
}
