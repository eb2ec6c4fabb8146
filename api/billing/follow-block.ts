import type { Billing } from './context.ts';
import { isEnding } from './membership-state.ts';
import { closePage } from './open-checkout.ts';
import { isMissingCustomer } from './stripe-failure.ts';

/** Metadata of subscriptions that a block keeps from renewing, so that lifting the block finds them. */
export const blockMark = 'ended_by_block';

type Row = { customer_id: string; membership: 'end' | 'keep' | null };

/**
 * Makes the payment service follow a block that staff set or lifted. People who are blocked cannot pay on a page that
 * is still open. If the membership is to end, it is not charged again: the paid period runs out, and debts are not
 * collected. Safe to repeat: it compares with the current state, also if the admin API lifted the ban.
 */
export async function followBlock({ database, payments }: Billing, userId: string) {
  const { rows } = await database.asService.query<Row>({
    text: `select s.customer_id, b.membership from public.subscriptions as s
      left join staff.blocks as b on b.user_id = s.user_id and b.user_id in (select private.banned_people())
      where s.user_id = $1 and s.customer_id is not null`,
    values: [userId],
  });
  const [row] = rows;
  if (!row) return;
  const { customer_id: customer, membership } = row;
  const stripe = await payments.getStripe();
  try {
    if (membership) {
      const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
      for (const { id } of open.data) await closePage(stripe, id);
    }
    const running = await stripe.subscriptions.list({ customer, limit: 100 });
    for (const subscription of running.data) {
      const { id, status, metadata } = subscription;
      if (membership === 'end' && !isEnding(subscription)) {
        const isPaid = status === 'active' || status === 'trialing';
        // Otherwise the card would be charged again for days.
        if (isPaid)
          await stripe.subscriptions.update(id, {
            cancel_at_period_end: true,
            metadata: { [blockMark]: 'yes' },
          });
        else await stripe.subscriptions.cancel(id);
      } else if (!membership && metadata[blockMark] === 'yes') {
        await stripe.subscriptions.update(id, {
          cancel_at_period_end: false,
          metadata: { [blockMark]: '' },
        });
      }
    }
  } catch (error) {
    if (!isMissingCustomer(error)) throw error;
  }
}
