import type Stripe from 'stripe';
import type { Billing, Payments } from './context.ts';
import { doOnce } from './do-once.ts';

/** In milliseconds: nobody should get a page that expires while they look for their card. */
const leastLeft = 30 * 60_000;

type Wish = { customer: string; userId: string; successUrl: string; cancelUrl: string };

/** The page where the person pays. Only one page is open at a time, so nobody can pay twice. */
export async function openCheckout(
  billing: Billing,
  { customer, userId, successUrl, cancelUrl }: Wish,
): Promise<string> {
  const { payments } = billing;
  const stripe = await payments.getStripe();
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
    client_reference_id: userId,
    line_items: [{ price: payments.priceId, quantity: 1 }],
    success_url: successUrl,
    cancel_url: cancelUrl,
    metadata: { price: payments.priceId, tax: taxOf(payments) },
    subscription_data: { metadata: { user_id: userId } },
    ...(payments.collectsTax
      ? {
          automatic_tax: { enabled: true },
          customer_update: { address: 'auto', name: 'auto' },
          tax_id_collection: { enabled: true },
        }
      : {}),
  };
  const { data: pages } = await stripe.checkout.sessions.list({ customer, limit: 100 });
  const open = pages.filter(({ status }) => status === 'open');
  const same = open.find(
    (page) =>
      page.metadata?.price === payments.priceId &&
      page.metadata.tax === taxOf(payments) &&
      page.expires_at * 1000 > Date.now() + leastLeft &&
      page.success_url === successUrl &&
      page.cancel_url === cancelUrl,
  );
  let isPaid = false;
  for (const page of open) {
    if (page !== same && (await closePage(stripe, page.id)) === 'complete') isPaid = true;
  }
  if (isPaid) {
    // They have just paid there, so continue to the success page instead of another payment page.
    if (same) await closePage(stripe, same.id);
    return successUrl;
  }
  if (same?.url) return same.url;
  // Two concurrent requests both derive their key from the newest page, so they get the same new one.
  const made = await doOnce(billing, userId, [params, pages[0]?.id], (idempotencyKey) =>
    stripe.checkout.sessions.create(params, { idempotencyKey }),
  );
  // Another process may have created one for another screen since we looked. Whichever looks last sees both, and the
  // newest stays.
  const { data: after } = await stripe.checkout.sessions.list({ customer, limit: 100 });
  const [newest = made, ...older] = after.filter(({ status }) => status === 'open');
  for (const page of older) await closePage(stripe, page.id);
  if (!newest.url) throw new Error('The payment service made a checkout without an address.');
  return newest.url;
}

/** Otherwise, pages created before the setting changed would sell without tax for a day. */
const taxOf = ({ collectsTax }: Payments) => (collectsTax ? 'on' : 'off');

/**
 * Closes a page to payments. It may already have expired, been closed by another request, or been paid: returns its
 * status.
 */
export async function closePage(stripe: Stripe, id: string) {
  try {
    return (await stripe.checkout.sessions.expire(id)).status;
  } catch (error) {
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status === 'open') throw error;
    return status;
  }
}
