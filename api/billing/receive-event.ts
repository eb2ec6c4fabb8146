import type Stripe from 'stripe';
import { ApiError } from '../errors.ts';
import { queue } from '../queue.ts';
import type { Billing } from './context.ts';

/** Older signatures are refused: somebody may have kept an event to send it again. */
const oldestSeconds = 300;

/** Events after which a membership may be another one. The others are written down and left. */
const telling = new Set<string>([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
]);

/** Writes the event down once, with the work that it causes, and asks nobody else. */
export async function receiveEvent({ database, payments }: Billing, request: Request) {
  const event = await verify(payments, request);
  if (!event.id || !event.type || !event.data?.object) throw new ApiError('invalid_input');
  const customerId = customerOf(event);
  const causesWork = customerId !== undefined && telling.has(event.type);
  await database.asService.transaction(async (session) => {
    const { rowCount } = await session.query({
      name: 'billing-event',
      text: `insert into public.billing_events (id, type, customer_id, handled_at)
        values ($1, $2, $3, case when $4 then null else now() end) on conflict do nothing`,
      values: [event.id, event.type, customerId ?? null, causesWork],
    });
    if (rowCount === 0 || !causesWork) return;
    // One job for all that waits: it reads what is true then.
    await queue.add(session, 'billing-sync', { customerId }, { key: `billing-sync ${customerId}` });
  });
}

async function verify(
  { getStripe, webhookSecret }: Billing['payments'],
  request: Request,
): Promise<Stripe.Event> {
  const stripe = await getStripe();
  const body = await request.text();
  const signature = request.headers.get('stripe-signature') ?? '';
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, webhookSecret, oldestSeconds);
  } catch {
    throw new ApiError('invalid_signature');
  }
}

function customerOf({ data }: Stripe.Event): string | undefined {
  const { object } = data;
  if ('object' in object && object.object === 'customer' && 'id' in object) return object.id;
  if (!('customer' in object)) return undefined;
  const { customer } = object;
  if (typeof customer === 'string') return customer;
  return customer && typeof customer === 'object' && 'id' in customer ? customer.id : undefined;
}
