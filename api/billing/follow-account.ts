import type { Billing } from './context.ts';
import { closePage } from './open-checkout.ts';
import { isMissingCustomer, isNotThere } from './stripe-failure.ts';

/** Mail from the payment service goes to the person's current address. */
export async function followEmail({ database, payments }: Billing, userId: string) {
  const { rows } = await database.asService.query<{ customer_id: string; email: string }>({
    text: `select s.customer_id, u.email from public.subscriptions s
      join private.accounts u on u.id = s.user_id
      where s.user_id = $1 and s.customer_id is not null and u.email <> ''`,
    values: [userId],
  });
  const [row] = rows;
  if (!row) return;
  const stripe = await payments.getStripe();
  await stripe.customers.update(row.customer_id, { email: row.email }).catch((error: unknown) => {
    // Deleted there, or from another Stripe account: no email is sent to that customer anyway.
    if (!isNotThere(error)) throw error;
  });
}

/**
 * The account is gone, so no open page may be paid any more and nothing may be charged. Returns how many
 * subscriptions it ended.
 */
export async function closeCustomer({ payments }: Billing, customer: string): Promise<number> {
  const stripe = await payments.getStripe();
  try {
    const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
    for (const { id } of open.data) await closePage(stripe, id);
    const running = await stripe.subscriptions.list({ customer, limit: 100 });
    for (const { id } of running.data) await stripe.subscriptions.cancel(id);
    return running.data.length;
  } catch (error) {
    if (!isMissingCustomer(error)) throw error;
    return 0;
  }
}
