import { declines } from './cards.ts';
import { writeCharge } from './charges.ts';
import { emit } from './events.ts';
import { refuse } from './refusal.ts';
import {
  type Card,
  type Checkout,
  type Invoice,
  newId,
  type State,
  type Subscription,
  type SubscriptionItem,
} from './state.ts';
import { addMonths, nowFor } from './time.ts';

const day = 86_400;
/**
 * Days after the first failure on which the card is retried; after the last the subscription ends.
 */
const retryDays = [3, 5, 7];

const alive = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

export function isEnding({ cancel_at, cancel_at_period_end }: Subscription): boolean {
  return cancel_at_period_end || cancel_at !== null;
}

export function isAlive({ status }: Subscription): boolean {
  return alive.includes(status);
}

export function subscriptionsOf(state: State, customer: string): Subscription[] {
  return Object.values(state.subscriptions).filter((each) => each.customer === customer);
}

/** The first payment went through: the subscription begins, with its paid invoice. */
export function beginSubscription(state: State, checkout: Checkout, card: Card): Subscription {
  const at = nowFor(state, checkout.customer);
  const price = state.prices[checkout.line_items[0]?.price ?? ''];
  if (!price) return refuse(400, 'resource_missing', 'No such price', 'line_items');
  const id = newId('sub');
  const item: SubscriptionItem = {
    id: newId('si'),
    object: 'subscription_item',
    created: at,
    current_period_start: at,
    current_period_end: addMonths(at, 1),
    price,
    quantity: checkout.line_items[0]?.quantity ?? 1,
    subscription: id,
  };
  const subscription: Subscription = {
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    created: at,
    currency: price.currency,
    customer: checkout.customer,
    default_payment_method: card.id,
    ended_at: null,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: '',
    livemode: false,
    metadata: checkout.subscription_metadata,
    pause_collection: null,
    pending_update: null,
    start_date: at,
    status: 'active',
    test_clock: state.customers[checkout.customer]?.test_clock ?? null,
  };
  state.subscriptions[id] = subscription;
  const invoice = writeInvoice(state, subscription, item, 'subscription_create');
  emit(state, 'customer.subscription.created', subscription);
  settleInvoice(state, invoice);
  return subscription;
}

/**
 * As Stripe does in the billing mode of new subscriptions: the portal sets the time (`cancel_at`),
 * and API callers set the flag. Cancelling through one leaves the other untouched.
 */
export function changeCancellation(
  state: State,
  subscription: Subscription,
  cancels: boolean,
  by: 'api' | 'portal' = 'api',
  said: { comment: string | null; feedback: string | null } = { comment: null, feedback: null },
) {
  if (subscription.status === 'canceled') {
    refuse(400, 'resource_missing', 'A canceled subscription cannot be changed.');
  }
  const end = itemOf(subscription).current_period_end;
  subscription.cancel_at_period_end = cancels && by === 'api';
  subscription.cancel_at = cancels ? end : null;
  subscription.canceled_at = cancels ? nowFor(state, subscription.customer) : null;
  const reason = cancels ? 'cancellation_requested' : null;
  subscription.cancellation_details = { ...said, reason };
  emit(state, 'customer.subscription.updated', subscription);
}

/** Nobody paid for it in time, or another change replaces it. */
export function dropPendingUpdate(state: State, subscription: Subscription) {
  if (!subscription.pending_update) return;
  subscription.pending_update = null;
  const invoice = state.invoices[subscription.latest_invoice];
  if (invoice?.status !== 'open') return;
  invoice.status = 'void';
  emit(state, 'invoice.voided', invoice);
}

/** Why an off-session charge of the card would fail. */
export function problemOf(state: State, subscription: Subscription) {
  const card = state.cards[subscription.default_payment_method ?? ''];
  if (card?.behaviour === 'asks_always') {
    const message = 'The latest attempt to pay the invoice requires customer action.';
    return { message, code: 'subscription_payment_intent_requires_action' };
  }
  const message = card ? declines[card.behaviour] : 'There is no card.';
  return message ? { message, code: 'card_declined' } : undefined;
}

export function endSubscription(
  state: State,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
  at = nowFor(state, subscription.customer),
) {
  subscription.status = 'canceled';
  subscription.ended_at = at;
  subscription.canceled_at ??= at;
  subscription.cancellation_details.reason = reason;
  emit(state, 'customer.subscription.deleted', subscription);
}

/** Runs everything that was due for a customer by now: renewals, retries, the end. */
export function catchUp(state: State, customerId: string) {
  const now = nowFor(state, customerId);
  for (const subscription of subscriptionsOf(state, customerId)) {
    // Each step is the next one that was due before now.
    while (isAlive(subscription) && takeNextStep(state, subscription, now));
  }
}

function takeNextStep(state: State, subscription: Subscription, now: number): boolean {
  const item = itemOf(subscription);
  const { pending_update: pending } = subscription;
  if (pending && Math.min(pending.expires_at, item.current_period_end) <= now) {
    dropPendingUpdate(state, subscription);
    emit(state, 'customer.subscription.updated', subscription);
    return true;
  }
  const invoice = state.invoices[subscription.latest_invoice];
  const retryAt = invoice?.status === 'open' ? invoice.next_payment_attempt : null;
  if (invoice && retryAt && retryAt <= now && retryAt <= item.current_period_end) {
    charge(state, subscription, invoice, retryAt);
    return true;
  }
  if (item.current_period_end > now) return false;
  if (isEnding(subscription)) {
    endSubscription(state, subscription, 'cancellation_requested', item.current_period_end);
    return false;
  }
  item.current_period_start = item.current_period_end;
  item.current_period_end = addMonths(item.current_period_start, 1);
  const renewal = writeInvoice(state, subscription, item, 'subscription_cycle');
  if (subscription.pause_collection) {
    renewal.status = 'void';
    emit(state, 'invoice.voided', renewal);
    emit(state, 'customer.subscription.updated', subscription);
    return true;
  }
  charge(state, subscription, renewal, item.current_period_start);
  return true;
}

/** Charges the subscription's card; on failure schedules the next try, or ends the subscription. */
function charge(state: State, subscription: Subscription, invoice: Invoice, at: number) {
  // An invoice covered by a credit needs no card.
  const problem = invoice.amount_due > 0 ? problemOf(state, subscription) : undefined;
  invoice.attempt_count += 1;
  invoice.attempted = true;
  if (!problem) return payInvoice(state, invoice);
  const nextDay = retryDays[invoice.attempt_count - 1];
  invoice.next_payment_attempt =
    nextDay === undefined ? null : invoice.period_start + nextDay * day;
  emit(state, 'invoice.payment_failed', invoice);
  if (problem.code !== 'card_declined') emit(state, 'invoice.payment_action_required', invoice);
  if (nextDay === undefined) return endSubscription(state, subscription, 'payment_failed', at);
  if (subscription.status !== 'past_due') {
    subscription.status = 'past_due';
    emit(state, 'customer.subscription.updated', subscription);
  }
}

/** The invoice is paid, by the subscription's card or on the invoice's own page. */
export function payInvoice(state: State, invoice: Invoice) {
  settleInvoice(state, invoice);
  const subscription = state.subscriptions[invoice.parent.subscription_details.subscription];
  if (!subscription || !isAlive(subscription)) return;
  if (subscription.latest_invoice === invoice.id) {
    subscription.status = 'active';
    const [changed] = subscription.pending_update?.subscription_items ?? [];
    if (changed) itemOf(subscription).quantity = changed.quantity;
    subscription.pending_update = null;
  }
  emit(state, 'customer.subscription.updated', subscription);
}

/** Replaces the card; anything still owed is charged to it at once. */
export function replaceCard(state: State, subscription: Subscription, card: Card) {
  subscription.default_payment_method = card.id;
  const invoice = state.invoices[subscription.latest_invoice];
  if (invoice?.status === 'open' && isAlive(subscription) && !subscription.pending_update) {
    charge(state, subscription, invoice, nowFor(state, subscription.customer));
  } else {
    emit(state, 'customer.subscription.updated', subscription);
  }
}

export function writeInvoice(
  state: State,
  subscription: Subscription,
  item: SubscriptionItem,
  reason: Invoice['billing_reason'],
  owed = (item.price.unit_amount ?? 0) * item.quantity + (subscription.prorated ?? 0),
): Invoice {
  state.lastInvoice += 1;
  const amount = Math.max(0, owed);
  // Any credit left over goes to the invoice after this one.
  subscription.prorated = Math.min(0, owed);
  const id = newId('in');
  const { name = null, tax_id: taxId } = state.customers[subscription.customer] ?? {};
  const invoice: Invoice = {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    attempted: false,
    billing_reason: reason,
    created: item.current_period_start,
    currency: item.price.currency,
    customer: subscription.customer,
    customer_name: name,
    ...(taxId && { customer_tax_id: taxId }),
    hosted_invoice_url: `http://127.0.0.1:${state.port}/i/${id}`,
    livemode: false,
    next_payment_attempt: null,
    number: `SANDBOX-${String(state.lastInvoice).padStart(4, '0')}`,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id },
    },
    period_end: item.current_period_end,
    period_start: item.current_period_start,
    status: 'open',
    status_transitions: { paid_at: null },
    total: amount,
  };
  state.invoices[id] = invoice;
  subscription.latest_invoice = id;
  emit(state, 'invoice.created', invoice);
  return invoice;
}

export function settleInvoice(state: State, invoice: Invoice) {
  invoice.status = 'paid';
  invoice.status_transitions = { paid_at: nowFor(state, invoice.customer) };
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.next_payment_attempt = null;
  if (invoice.amount_due > 0) writeCharge(state, invoice);
  emit(state, 'invoice.paid', invoice);
}

export function itemOf({ items }: Subscription): SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('A subscription of the sandbox has one item.');
  return item;
}
