import { z } from 'zod';
import { mostSeats } from '#domain/seats.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { requireBillingFor, requireBuyer } from './buyer.ts';
import { readOwnCustomer } from './customer.ts';
import { membershipState } from './membership-state.ts';
import { atStripe, isMissingCustomer, isStripeFailure } from './stripe-failure.ts';
import { syncCustomer } from './sync-customer.ts';

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
    const { subscription_id: shown, status } = membershipState(data, { now: Date.now(), graceDays });
    const isRunning = status === 'active' || status === 'trialing';
    const running = isRunning ? data.find(({ id }) => id === shown) : undefined;
    const item = running?.items.data[0];
    if (!running || !item) throw new ApiError('no_membership');
    if (item.quantity !== quantity) {
      const change = stripe.subscriptions.update(running.id, {
        items: [{ id: item.id, quantity }],
        ...(quantity > (item.quantity ?? 1)
          ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
          : { proration_behavior: 'create_prorations' }),
      });
      await change.catch(refuseDeclined);
    }
    await syncCustomer(billing, customer);
    return { quantity };
  };
  return atStripe('Failed to change the seats', work, functions.reportBug);
};

/** The card says no: that is for its owner to mend, and nothing has changed. */
function refuseDeclined(error: unknown): never {
  if (isStripeFailure(error) && error.statusCode === 402) {
    throw new ApiError(
      'payments_refused',
      'Your card was declined, so nothing was changed. Choose another card under “Manage Subscription”.',
    );
  }
  throw error;
}
