import type Stripe from 'stripe';
import type { Billing } from './context.ts';
import {
  expansions,
  isEnding,
  isOnTestClock,
  liveStatuses,
  type MembershipState,
  membershipState,
} from './membership-state.ts';
import { isUnreachable } from './stripe-failure.ts';
import { differs, isKnown, syncCustomer } from './sync-customer.ts';

export type Reconciliation = {
  checked: number;
  repaired: number;
  /** Customers created by this site who keep being charged although no membership here belongs to them. */
  strangers: string[];
  /** Customers who keep being charged for two memberships of the site at once. */
  twice: string[];
};

/** Compares every running membership, here or there, with the payment service, and repairs differences. */
export async function reconcile(billing: Billing): Promise<Reconciliation> {
  const there = await listRunning(billing);
  const here = await listKnown(billing);
  const customers = new Set([...there.keys(), ...here.keys()]);
  let repaired = 0;
  const strangers: string[] = [];
  const twice: string[] = [];
  let failure: unknown;
  for (const customer of customers) {
    const theirs = there.get(customer);
    const ours = here.get(customer);
    const renewing = theirs?.filter(willBeCharged) ?? [];
    if (renewing.length > 1) twice.push(customer);
    const state =
      theirs && membershipState(theirs, { now: Date.now(), graceDays: billing.payments.graceDays });
    // Whatever differs or exists on one side only is read again before it is written.
    const clock = { isOnTestClock: theirs?.some(isOnTestClock) ?? false };
    const isSame = state && ours && !differs(ours, state, clock);
    if (isSame) continue;
    try {
      if (await syncCustomer(billing, customer)) repaired += 1;
      // An event may have reported it since both were listed.
      else if (renewing.length > 0 && !(await isKnown(billing, customer))) strangers.push(customer);
    } catch (error) {
      // One customer that fails does not stop the others, unless the service is unreachable.
      if (isUnreachable(error)) throw error;
      failure ??= error;
    }
  }
  await forgetOldEvents(billing);
  await tellOfCharges(billing, { stranger: strangers, twice }, !failure);
  if (failure) throw failure;
  return { checked: customers.size, repaired, strangers, twice };
}

/**
 * Nobody else would notice overcharges, so they raise an alarm until the comparison no longer finds them. An
 * incomplete comparison clears no alarm.
 */
async function tellOfCharges(
  { database }: Billing,
  found: Record<string, string[]>,
  isWhole: boolean,
) {
  const seen = Object.entries(found).flatMap(([kind, customers]) =>
    customers.map((about) => ({ kind, about, facts: {} })),
  );
  await database.asService.query({
    text: 'select staff.write_alarms($1, $2)',
    values: [isWhole ? Object.keys(found) : [], JSON.stringify(seen)],
  });
}

/** While an owner has paused it, nothing is charged; the alarm is raised once it continues. */
const willBeCharged = (each: Stripe.Subscription) =>
  isOurs(each) && !isEnding(each) && !each.pause_collection;

/** Checkout stores the person in the metadata (open-checkout.ts). */
function isOurs({ status, metadata }: Stripe.Subscription): boolean {
  return liveStatuses.includes(status) && metadata.user_id !== undefined;
}

async function listRunning({ payments }: Billing) {
  const stripe = await payments.getStripe();
  const found = new Map<string, Stripe.Subscription[]>();
  const expand = expansions.map((name) => `data.${name}`);
  for await (const subscription of stripe.subscriptions.list({ limit: 100, expand })) {
    const { customer } = subscription;
    const id = typeof customer === 'string' ? customer : customer.id;
    found.set(id, [...(found.get(id) ?? []), subscription]);
  }
  return found;
}

async function listKnown({ database }: Billing) {
  const { rows } = await database.asService.query<MembershipState & { customer_id: string }>({
    text: `select customer_id, subscription_id, product_id, status, current_period_end, paid_until,
        cancel_at_period_end, started_at, amount::float8, currency, price_interval, quantity, ended_unpaid,
        charges_paused
      from public.subscriptions
      where customer_id is not null
        and (status = any ($1) or private.pays(user_id))`,
    values: [liveStatuses],
  });
  return new Map(rows.map((row) => [row.customer_id, row]));
}

/** Stripe repeats an event for three days; its id is kept thirty times as long. */
async function forgetOldEvents({ database }: Billing) {
  await database.asService.query({
    text: `delete from public.billing_events
      where handled_at is not null and received_at < now() - interval '90 days'`,
  });
}
