import type Stripe from 'stripe';
import type { Database } from '#database/database.ts';
import { gatherWrites } from '#database/gather-writes.ts';
import { ApiError } from '../errors.ts';
import type { Billing } from './context.ts';
import { isGenuine } from './genuine-event.ts';

/** Older signatures are refused: somebody may be replaying an event. */
const oldestSeconds = 300;

/** Events that may change a membership. All others are only recorded. */
const telling = new Set<string>([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'credit_note.created',
  'credit_note.voided',
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

/** Records the event once, together with the work that it causes, and calls nobody else. */
export async function receiveEvent({ database, payments }: Billing, request: Request) {
  const event = await verify(payments, request);
  if (!event.id || !event.type || !event.data?.object) throw new ApiError('event_unreadable');
  const customerId = customerOf(event) ?? null;
  const causesWork = customerId !== null && telling.has(event.type);
  const noted = { id: event.id, type: event.type, customerId, causesWork };
  if (![event.id, event.type, customerId ?? 'none'].every(canBeStored)) {
    throw new ApiError('event_unreadable');
  }
  await batcherOf(database)(noted);
}

type Noted = { id: string; type: string; customerId: string | null; causesWork: boolean };

/** An event that cannot be stored would fail those in the same batch. */
function canBeStored(word: string): boolean {
  return word.length <= 255 && !word.includes('\0');
}

const batchers = new WeakMap<Database, (event: Noted) => Promise<void>>();

/** Events come in bursts, one for each step of a payment: those that arrive together share a transaction. */
function batcherOf(database: Database) {
  const known = batchers.get(database) ?? gatherWrites((events) => note(database, events));
  batchers.set(database, known);
  return known;
}

/** One job for all pending events of a customer: it reads the state at that time. */
async function note(database: Database, events: Noted[]) {
  await database.asService.query({
    name: 'billing-events',
    // Sorted, so that two processes with the same events cannot deadlock.
    text: `with noted as (
        insert into public.billing_events (id, type, customer_id, handled_at)
        select id, type, customer_id, case when causes_work then null else now() end
        from unnest($1::text[], $2::text[], $3::text[], $4::boolean[])
          as told (id, type, customer_id, causes_work)
        order by id on conflict do nothing
        returning customer_id, handled_at
      ), customers as (
        select distinct customer_id as id from noted where handled_at is null
      )
      select queue.add_all('billing-sync',
        array_agg(json_build_object('customerId', id) order by id),
        array_agg('billing-sync ' || id order by id))
      from customers having count(*) > 0`,
    values: [
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ customerId }) => customerId),
      events.map(({ causesWork }) => causesWork),
    ],
  });
}

async function verify(payments: Billing['payments'], request: Request): Promise<Stripe.Event> {
  const { getStripe, webhookSecret } = payments;
  const stripe = await getStripe();
  const body = await request.text();
  const signature = request.headers.get('stripe-signature') ?? '';
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, webhookSecret, oldestSeconds);
  } catch {
    throw new ApiError(
      (await isGenuine(payments, body)) ? 'event_not_proved' : 'invalid_signature',
    );
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
