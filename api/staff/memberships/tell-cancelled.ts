import { membership } from '#domain/site/links.ts';
import type { Work } from '../../subject.ts';

/** Tells the member whose membership an owner cancelled: the payment service does not. */
export async function tellCancelled({ database, siteUrl, sendMail }: Work, { id }: { id: string }) {
  const { rows } = await database.asService.query<{ email: string; until: Date | null }>({
    text: 'select email, until from staff.write_cancellation($1)',
    values: [id],
  });
  const [found] = rows;
  if (!found) return;
  await sendMail({
    kind: 'membership-cancelled',
    to: found.email,
    until: found.until,
    link: siteUrl + membership,
  });
}
