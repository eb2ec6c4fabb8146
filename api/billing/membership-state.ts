import type Stripe from 'stripe';

/** The columns of a membership that the payment service decides. */
export type MembershipState = {
  subscription_id: string | null;
  product_id: string | null;
  status: string;
  current_period_end: Date | null;
  paid_until: Date | null;
  cancel_at_period_end: boolean;
  /** Null leaves what is known. */
  started_at: Date | null;
  /** What is charged for a period, in the smallest unit. */
  amount: number | null;
  currency: string | null;
  price_interval: string | null;
  /** Seats that are paid for. */
  quantity: number;
  /** It is over because nobody paid for it, which its person may not know. */
  ended_unpaid: boolean;
  /** An owner of the site paused its payments in the dashboard: it runs, and nothing is charged meanwhile. */
  charges_paused: boolean;
};

export const noMembership: MembershipState = {
  subscription_id: null,
  product_id: null,
  status: 'incomplete',
  current_period_end: null,
  paid_until: null,
  cancel_at_period_end: false,
  started_at: null,
  amount: null,
  currency: null,
  price_interval: null,
  quantity: 1,
  ended_unpaid: false,
  charges_paused: false,
};

type Rules = { now: number; graceDays: number };

const known = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
];

/** Stripe's statuses of a subscription that is not over. */
export const liveStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];

/** What is asked for with each subscription, so that one answer decides. */
export const expansions = ['latest_invoice', 'test_clock'] as const;

/** What a person's subscriptions come to: the one that gives access longest, or else one that is not over, or the newest. */
export function membershipState(
  subscriptions: readonly Stripe.Subscription[],
  rules: Rules,
): MembershipState {
  const ranked = subscriptions
    .map((subscription) => ({ subscription, state: stateOf(subscription, rules) }))
    .sort(
      (one, other) =>
        accessOf(other.state, rules) - accessOf(one.state, rules) ||
        Number(isLive(other.state)) - Number(isLive(one.state)) ||
        other.subscription.created - one.subscription.created,
    );
  return ranked[0]?.state ?? noMembership;
}

/** What is over by now gives none, however late that was. */
function accessOf({ status, paid_until: until }: MembershipState, { now }: Rules): number {
  const counts = ['active', 'trialing', 'canceled', 'past_due'].includes(status);
  return counts && until && until.getTime() > now ? until.getTime() : 0;
}

const isLive = ({ status }: MembershipState) => liveStatuses.includes(status);

function stateOf(subscription: Stripe.Subscription, rules: Rules): MembershipState {
  const item = subscription.items.data[0];
  const end = endOf(subscription);
  const product = item?.price.product;
  return {
    subscription_id: subscription.id,
    product_id: typeof product === 'string' ? product : (product?.id ?? null),
    status: known.includes(subscription.status) ? subscription.status : 'incomplete',
    current_period_end: end === undefined ? null : new Date(end * 1000),
    paid_until: paidUntil(subscription, rules),
    cancel_at_period_end: isEnding(subscription),
    started_at: new Date(subscription.start_date * 1000),
    amount: item?.price.unit_amount == null ? null : item.price.unit_amount * (item.quantity ?? 1),
    currency: item?.price.currency ?? null,
    price_interval: item?.price.recurring?.interval ?? null,
    quantity: Math.min(Math.max(item?.quantity ?? 1, 1), 1_000),
    ended_unpaid: isEndedUnpaid(subscription),
    charges_paused: Boolean(subscription.pause_collection),
  };
}

/**
 * Whether it ends with its period instead of renewing. Stripe has two words for that: calls and its dashboard set
 * the mark, its portal names the moment.
 */
export function isEnding({
  cancel_at: cancelAt,
  cancel_at_period_end: isMarked,
  items,
}: Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end' | 'items'>): boolean {
  return isMarked || (cancelAt !== null && cancelAt <= (items.data[0]?.current_period_end ?? 0));
}

function endOf({ items, cancel_at: cancelAt }: Stripe.Subscription): number | undefined {
  const end = items.data[0]?.current_period_end;
  return end !== undefined && cancelAt !== null ? Math.min(end, cancelAt) : end;
}

export const isOnTestClock = ({ test_clock: clock }: Pick<Stripe.Subscription, 'test_clock'>) =>
  clock !== null;

/** Until when there is access, by our clock; a test clock of Stripe's may show another time. */
function paidUntil(subscription: Stripe.Subscription, { now, graceDays }: Rules): Date | null {
  const item = subscription.items.data[0];
  const end = endOf(subscription);
  if (!item || end === undefined) return null;
  const { test_clock: clock } = subscription;
  const shift = clock && typeof clock === 'object' ? now - clock.frozen_time * 1000 : 0;
  const ours = (seconds: number) => new Date(seconds * 1000 + shift);
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return ours(end);
    case 'past_due':
      // The period that is not paid has begun already; the grace counts from there. Where something else is owed for,
      // as for seats that the owner added in a period that is paid, it counts from that invoice.
      return ours(
        Math.max(item.current_period_start, askedForAt(subscription)) + graceDays * 86_400,
      );
    case 'canceled': {
      const ended = subscription.ended_at ?? end;
      return ours(isPaid(subscription) ? Math.max(ended, end) : ended);
    }
    default:
      return null;
  }
}

function askedForAt(subscription: Stripe.Subscription): number {
  return invoiceOf(subscription)?.created ?? 0;
}

/** The tries at a renewal are over, and its invoice has not been paid by the link of an older mail since. */
function isEndedUnpaid(subscription: Stripe.Subscription): boolean {
  const reason = subscription.cancellation_details?.reason;
  return (
    subscription.status === 'canceled' &&
    reason === 'payment_failed' &&
    invoiceOf(subscription)?.status !== 'paid'
  );
}

function invoiceOf({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | undefined {
  return invoice && typeof invoice === 'object' ? invoice : undefined;
}

/**
 * Ended by its owner while the period is paid; not ended because nobody paid, or with the money refunded.
 * The site's owner says the latter in Stripe, by a credit note or by the subscription's metadata.
 */
function isPaid(subscription: Stripe.Subscription) {
  const { cancellation_details: details, metadata } = subscription;
  if (details?.reason === 'payment_disputed' || metadata.access === 'ended') return false;
  if (isEndedUnpaid(subscription)) return false;
  const invoice = invoiceOf(subscription);
  // Seats within a period say nothing of it, whether they were paid for, or given back.
  if (invoice?.billing_reason === 'subscription_update') return true;
  const givenBack = invoice?.post_payment_credit_notes_amount ?? 0;
  return invoice?.status === 'paid' && (givenBack === 0 || givenBack < invoice.amount_paid);
}
