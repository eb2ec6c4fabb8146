import type Stripe from 'stripe';
import { z } from 'zod';
import { mostSeats } from '#domain/membership/seats.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { requireBillingFor, requireBuyer } from './buyer.ts';
import { readOwnCustomer } from './customer.ts';
import { expansions, membershipState } from './membership-state.ts';
import { atStripe, isMissingCustomer, isStripeFailure, isUnreachable } from './stripe-failure.ts';
import { syncCustomer } from './sync-customer.ts';

const unknown =
  'The payment service did not answer, so we do not know whether the seats were changed and charged. Check back in a few minutes before you try once more.';

const changedElsewhere =
  'The number of seats has been changed elsewhere, so nothing was changed or charged now. Look at it again.';

const bodySchema = z.object({
  quantity: z.int().min(1).max(mostSeats),
  /** How many seats the screen showed: on an outdated screen, giving up a seat could buy one instead. */
  seen: z.int().optional(),
});

/**
 * Sets how many seats are paid for. Additional ones are charged for the rest of the period before anybody gets them;
 * removed ones are credited on the next invoice. The request contains the wanted number, so repeating it changes
 * nothing. If the bank wants confirmation from the buyer, the answer has the page where they pay.
 */
export const changeSeats: ServerFunction = async (functions, call) => {
  const account = await requireBuyer(functions, call, 'change-seats');
  const { quantity, seen } = await readBody(call.request, bodySchema);
  const billing = await requireBillingFor(account, functions);
  const customer = await readOwnCustomer(functions, call);
  if (!customer) throw new ApiError('no_membership');
  const work = async () => {
    const stripe = await billing.payments.getStripe();
    const { data } = await stripe.subscriptions
      .list({ customer, limit: 100, expand: expansions.map((name) => `data.${name}`) })
      .catch((error: unknown) => {
        if (isMissingCustomer(error)) return { data: [] };
        throw error;
      });
    // If there are several, the one whose seats are shown. One that is over, or has a payment due, must be resolved
    // first.
    const { graceDays } = billing.payments;
    const { subscription_id: shown, status } = membershipState(data, {
      now: Date.now(),
      graceDays,
    });
    const isRunning = status === 'active' || status === 'trialing';
    const running = isRunning ? data.find(({ id }) => id === shown) : undefined;
    const item = running?.items.data[0];
    if (!running || !item) throw new ApiError('no_membership', whyNot(status));
    const paidFor = item.quantity ?? 1;
    let payAt: string | undefined;
    if (paidFor !== quantity) {
      if (seen !== undefined && seen !== paidFor) {
        await syncCustomer(billing, customer);
        throw new ApiError('changed_meanwhile', changedElsewhere);
      }
      payAt = await order(stripe, running, item, quantity).catch(explain);
    }
    // Stripe has accepted the change. If reading it back fails, an event reports it later.
    await syncCustomer(billing, customer).catch((error: unknown) => {
      if (!isStripeFailure(error)) throw error;
    });
    return payAt ? { quantity: paidFor, pay_at: payAt } : { quantity };
  };
  return atStripe('Failed to change the seats', work, functions.reportBug);
};

/** Returns where to pay first, if the bank requires it. */
async function order(
  stripe: Stripe,
  running: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  quantity: number,
): Promise<string | undefined> {
  const { id } = running;
  const wish = { items: [{ id: item.id, quantity }] };
  if (quantity < (item.quantity ?? 1)) {
    await stripe.subscriptions.update(id, { ...wish, proration_behavior: 'create_prorations' });
    return undefined;
  }
  const waits = running.pending_update?.subscription_items?.some(
    (each) => each.id === item.id && each.quantity === quantity,
  );
  if (waits) return payPageOf(running);
  const more = { ...wish, proration_behavior: 'always_invoice' as const };
  try {
    await stripe.subscriptions.update(id, { ...more, payment_behavior: 'error_if_incomplete' });
    return undefined;
  } catch (error) {
    if (!isAsked(error)) throw error;
  }
  // The payment service applies it once it is paid there, and drops it after a day.
  const waiting = await stripe.subscriptions.update(id, {
    ...more,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  });
  return waiting.pending_update ? payPageOf(waiting) : undefined;
}

function payPageOf({ latest_invoice: invoice }: Stripe.Subscription): string {
  const url = invoice && typeof invoice === 'object' ? invoice.hosted_invoice_url : undefined;
  if (!url) throw new Error('The payment service made an invoice without a page.');
  return url;
}

/** The bank wants the buyer to confirm the payment. */
function isAsked(error: unknown): boolean {
  if (!isStripeFailure(error)) return false;
  return asking.has(error.code ?? '') || asking.has(error.decline_code ?? '');
}

const asking = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
]);

function whyNot(status: string): string {
  return status === 'past_due' || status === 'unpaid'
    ? 'The last payment failed. Pay it first, or add another card under “Manage Subscription”, then change the seats.'
    : 'No membership renews here, so its seats stay as they are until it runs out.';
}

/**
 * The card was declined: its owner has to resolve that, and nothing has changed. If there was no answer, the outcome
 * is unknown.
 */
function explain(error: unknown): never {
  if (isStripeFailure(error) && (isUnreachable(error) || (error.statusCode ?? 0) >= 500)) {
    throw new ApiError('payments_unreachable', unknown, undefined, { retryAfter: 60 });
  }
  if (isStripeFailure(error) && error.statusCode === 402) {
    throw new ApiError(
      'payments_refused',
      'Your card was declined, so nothing was changed. Choose another card under “Manage Subscription”.',
    );
  }
  throw error;
}
