import type Stripe from 'stripe';
import type { Session } from '#database/database.ts';
import type { Billing } from './context.ts';
import { closeCustomer } from './follow-account.ts';
import {
  expansions,
  isOnTestClock,
  liveStatuses,
  type MembershipState,
  membershipState,
  noMembership,
} from './membership-state.ts';
import { isMissingCustomer } from './stripe-failure.ts';

/**
 * Reads a customer's state from the payment service and stores it. Returns whether that changed anything. Safe to
 * repeat and to run concurrently: the answer to an older request never overwrites a newer one.
 */
export async function syncCustomer(billing: Billing, customerId: string): Promise<boolean> {
  const { database, payments } = billing;
  const stripe = await payments.getStripe();
  const askedAt = await readClock(billing);
  const answer = await readTruth(stripe, billing, customerId);
  const owner = (await isKnown(billing, customerId))
    ? undefined
    : await findOwner(stripe, customerId);
  const isEnded =
    owner !== undefined &&
    (await isClosed(billing, owner)) &&
    (await closeCustomer(billing, customerId)) > 0;
  return database.asService.transaction(async (session) => {
    if (owner) await adopt(session, customerId, owner);
    const hasChanged = await write(session, customerId, askedAt, answer);
    await session.query({
      name: 'billing-events-handled',
      text: `update public.billing_events set handled_at = now()
        where customer_id = $1 and handled_at is null and received_at <= $2`,
      values: [customerId, askedAt],
    });
    return hasChanged || isEnded;
  });
}

type Answer =
  | { kind: 'state'; state: MembershipState; isOnTestClock: boolean }
  | { kind: 'no-customer' };

async function readTruth(stripe: Stripe, { payments }: Billing, customer: string): Promise<Answer> {
  try {
    const { data } = await stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
      expand: expansions.map((name) => `data.${name}`),
    });
    const state = membershipState(data, { now: Date.now(), graceDays: payments.graceDays });
    return { kind: 'state', state, isOnTestClock: data.some(isOnTestClock) };
  } catch (error) {
    if (isMissingCustomer(error)) return { kind: 'no-customer' };
    throw error;
  }
}

/** The customer was deleted there: the person gets a new one when they subscribe again. */
export async function forgetCustomer(billing: Billing, customerId: string) {
  const askedAt = await readClock(billing);
  await billing.database.asService.transaction((session) =>
    write(session, customerId, askedAt, { kind: 'no-customer' }),
  );
}

type Row = MembershipState & { is_newer: boolean };

async function write(session: Session, customerId: string, askedAt: string, answer: Answer) {
  const { rows } = await session.query<Row>({
    name: 'billing-lock',
    text: `select subscription_id, product_id, status, current_period_end, paid_until,
        cancel_at_period_end, started_at, amount::float8, currency, price_interval, quantity, ended_unpaid,
        charges_paused,
        -- Later than now is no time at which anybody asked: a clock was ahead.
        asked_at > $2 and asked_at <= clock_timestamp() + interval '1 minute' as is_newer
      from public.subscriptions where customer_id = $1 for update`,
    values: [customerId, askedAt],
  });
  const [before] = rows;
  if (!before || before.is_newer) return false;
  const isGone = answer.kind === 'no-customer';
  const after = isGone ? noMembership : answer.state;
  await session.query({
    name: 'billing-write',
    text: `update public.subscriptions set subscription_id = $2, product_id = $3, status = $4,
        current_period_end = $5, paid_until = $6, cancel_at_period_end = $7, asked_at = $8,
        started_at = coalesce($10, started_at), amount = $11, currency = $12, price_interval = $13,
        quantity = $14, ended_unpaid = $15, charges_paused = $16,
        updated_at = now(), customer_id = case when $9 then null else customer_id end,
        customer_key = case when $9 then gen_random_uuid() else customer_key end
      where customer_id = $1`,
    values: [
      customerId,
      after.subscription_id,
      after.product_id,
      after.status,
      after.current_period_end,
      after.paid_until,
      after.cancel_at_period_end,
      askedAt,
      isGone,
      after.started_at,
      after.amount,
      after.currency,
      after.price_interval,
      after.quantity,
      after.ended_unpaid,
      after.charges_paused,
    ],
  });
  return isGone || differs(before, after, answer);
}

/**
 * While a test clock at the payment service stands still, the paid-until date moves with our clock, which is not a
 * difference.
 */
export function differs(
  before: MembershipState,
  after: MembershipState,
  { isOnTestClock }: { isOnTestClock: boolean },
): boolean {
  const text = (state: MembershipState) =>
    JSON.stringify([
      state.subscription_id,
      state.product_id,
      state.status,
      state.current_period_end,
      isOnTestClock ? null : state.paid_until,
      state.cancel_at_period_end,
      state.amount,
      state.currency,
      state.quantity,
      state.ended_unpaid,
      state.charges_paused,
    ]);
  return text(before) !== text(after);
}

async function readClock({ database }: Billing): Promise<string> {
  const { rows } = await database.asService.query<{ now: string }>({
    text: 'select clock_timestamp()::text as now',
  });
  return rows[0]?.now ?? '';
}

export async function isKnown({ database }: Billing, customerId: string): Promise<boolean> {
  const { rowCount } = await database.asService.query({
    text: 'select from public.subscriptions where customer_id = $1',
    values: [customerId],
  });
  return rowCount > 0;
}

/** Paid on a page that was open while the account was deleted, or never ended at the payment service. */
async function isClosed({ database }: Billing, userId: string): Promise<boolean> {
  const { rowCount } = await database.asService.query({
    text: `select from private.closed_accounts where user_id::text = $1
      and not exists (select from private.accounts where id = user_id)`,
    values: [userId],
  });
  return rowCount > 0;
}

/** The person whom the site recorded when it created the customer. */
async function findOwner(stripe: Stripe, customerId: string): Promise<string | undefined> {
  try {
    const customer = await stripe.customers.retrieve(customerId);
    return customer.deleted ? undefined : customer.metadata.user_id;
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404)
      return undefined;
    throw error;
  }
}

/** Takes over a customer whose creation the site never saw confirmed, unless the person has a better one. */
async function adopt(session: Session, customerId: string, userId: string) {
  await session.query({
    text: `insert into public.subscriptions as known (user_id, customer_id)
      select id, $2 from private.accounts where id::text = $1
      on conflict (user_id) do update set customer_id = excluded.customer_id, asked_at = '-infinity'
      where known.customer_id is null or known.status <> all ($3)`,
    values: [userId, customerId, liveStatuses],
  });
}
