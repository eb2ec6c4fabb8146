import { z } from 'zod';
import { mostSeats } from '#domain/seats.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { requireBillingFor, requireBuyer } from './buyer.ts';
import { readOwnCustomer } from './customer.ts';
import { membershipState } from './membership-state.ts';
import { atStripe, isMissingCustomer, isStripeFailure, isUnreachable } from './stripe-failure.ts';
import { syncCustomer } from './sync-customer.ts';

const unknown =
  'The payment service did not answer, so we do not know whether the seats were changed and charged. Look here again in a few minutes before you try once more.';

const bodySchema = z.object({ quantity: z.int().min(1).max(mostSeats) });

/**
 * How many seats are paid for. More of them are charged for what is left of the period before anybody has one;
 * for fewer of them it is credited with the next invoice. Said as the number that shall be, so that the same request again changes nothing.
 */
export const changeSeats: ServerFunction = async (functions, call) => {
  const account = await requireBuyer(functions, call, 'change-seats');
  const { quantity } = await readBody(call.request, bodySchema);
  const billing = await requireBillingFor(account, functions);
  const customer = await readOwnCustomer(functions, call);
  if (!customer) throw new ApiError('no_membership');
  const work = async () => {
    const stripe = await billing.payments.getStripe();
    const { data } = await stripe.subscriptions
      .list({ customer, limit: 100 })
      .catch((error: unknown) => {
        if (isMissingCustomer(error)) return { data: [] };
        throw error;
      });
    // Of several, the one whose seats are shown. One that ends, or is owed for, is mended first.
    const { graceDays } = billing.payments;
    const { subscription_id: shown, status } = membershipState(data, {
      now: Date.now(),
      graceDays,
    });
    const isRunning = status === 'active' || status === 'trialing';
    const running = isRunning ? data.find(({ id }) => id === shown) : undefined;
    const item = running?.items.data[0];
    if (!running || !item) throw new ApiError('no_membership', whyNot(status));
    if (item.quantity !== quantity) {
      const change = stripe.subscriptions.update(running.id, {
        items: [{ id: item.id, quantity }],
        ...(quantity > (item.quantity ?? 1)
          ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
          : { proration_behavior: 'create_prorations' }),
      });
      await change.catch(explain);
    }
    // It is done. Where this is not answered, an event tells of it.
    await syncCustomer(billing, customer).catch((error: unknown) => {
      if (!isStripeFailure(error)) throw error;
    });
    return { quantity };
  };
  return atStripe('Failed to change the seats', work, functions.reportBug);
};

function whyNot(status: string): string {
  return status === 'past_due' || status === 'unpaid'
    ? 'The last payment failed. Add another card under “Manage Subscription” first, then change the seats.'
    : 'No membership renews here, so its seats stay as they are until it runs out.';
}

/** The card says no: that is for its owner to mend, and nothing has changed. Without an answer nobody knows. */
function explain(error: unknown): never {
  if (isStripeFailure(error) && (isUnreachable(error) || (error.statusCode ?? 0) >= 500)) {
    throw new ApiError('payments_unreachable', unknown, undefined, { retryAfter: 60 });
  }
  if (isStripeFailure(error) && error.statusCode === 402) {
    throw new ApiError(
      'payments_refused',
      'Your card was declined, or its bank wants to ask you first, so nothing was changed. Choose another card under “Manage Subscription”.',
    );
  }
  throw error;
}
