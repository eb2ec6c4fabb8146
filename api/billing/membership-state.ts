import type Stripe from 'stripe';

/** The columns of a membership that come from the payment service. */
export type MembershipState = {
  subscription_id: string | null;
  product_id: string | null;
  status: string;
  current_period_end: Date | null;
  paid_until: Date | null;
  cancel_at_period_end: boolean;
  /** Null keeps the stored value. */
  started_at: Date | null;
  /** The charge for a period, in the smallest currency unit. */
  amount: number | null;
  currency: string | null;
  price_interval: string | null;
  /** Paid seats. */
  quantity: number;
  /** It ended because it was not paid, which the person may not know. */
  ended_unpaid: boolean;
  /** The site's owner paused its payments in the dashboard: it is running without charges. */
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

/** Expanded with each subscription, so that one response is enough. */
export const expansions = ['latest_invoice', 'test_clock'] as const;

/**
 * Picks one of a person's subscriptions: the one that gives access longest, otherwise one that is not over, otherwise
 * the newest.
 */
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

/** One that is over gives no access, however late it ended. */
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
 * Whether it ends with its period instead of renewing. Stripe represents that in two ways: the API and dashboard set
 * the flag, and the portal sets the date.
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

/** When access ends, by our clock; a Stripe test clock may show another time. */
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
      // The unpaid period has already begun, and the grace period counts from its start. If something else is unpaid,
      // such as seats that the owner added during a paid period, it counts from that invoice.
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

/** The renewal attempts have ended, and the invoice has not been paid since through the link in an older email. */
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
 * Cancelled while the period is paid for; not ended for lack of payment, and not refunded. Refunds count if the
 * site's owner records them in Stripe, with a credit note or in the subscription's metadata.
 */
function isPaid(subscription: Stripe.Subscription) {
  const { cancellation_details: details, metadata } = subscription;
  if (details?.reason === 'payment_disputed' || metadata.access === 'ended') return false;
  if (isEndedUnpaid(subscription)) return false;
  const invoice = invoiceOf(subscription);
  // An invoice for seats within a period says nothing about the period itself, whether it charges or credits them.
  if (invoice?.billing_reason === 'subscription_update') return true;
  const givenBack = invoice?.post_payment_credit_notes_amount ?? 0;
  return invoice?.status === 'paid' && (givenBack === 0 || givenBack < invoice.amount_paid);
}
