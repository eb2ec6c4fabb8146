import type { Billing } from './context.ts';
import { isEnding } from './membership-state.ts';
import { closePage } from './open-checkout.ts';
import { isMissingCustomer } from './stripe-failure.ts';

/** In the metadata of a subscription that a block keeps from renewing: so taking the block back finds it. */
export const blockMark = 'ended_by_block';

type Row = { customer_id: string; membership: 'end' | 'keep' | null };

/**
 * Makes the payment service follow a block that staff made or took back. Nobody who is blocked pays on a page
 * that is still open. If the membership shall end it is not charged again: what is paid runs out, and what
 * is owed is not collected. Safe to repeat: it compares with what is true now, also where the admin API took the ban off.
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
        // What is owed would be tried again at the card for days.
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
