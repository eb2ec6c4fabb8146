import * as links from '#domain/site/links.ts';
import { ApiError } from '../errors.ts';
import type { ServerFunction } from '../functions/context.ts';
import { requireBillingFor, requireBuyer } from './buyer.ts';
import { readOwnCustomer } from './customer.ts';
import { atStripe, isMissingCustomer } from './stripe-failure.ts';
import { syncCustomer } from './sync-customer.ts';

/** Where people cancel or resume a membership, or change its card. */
export const customerPortal: ServerFunction = async (functions, call) => {
  const account = await requireBuyer(functions, call, 'customer-portal');
  const billing = await requireBillingFor(account, functions);
  const customer = await readOwnCustomer(functions, call);
  if (!customer) throw new ApiError('no_membership');
  const work = async () => {
    const stripe = await billing.payments.getStripe();
    try {
      const { url } = await stripe.billingPortal.sessions.create({
        customer,
        return_url: `${call.siteUrl}${links.membership}`,
      });
      return { url };
    } catch (error) {
      if (!isMissingCustomer(error)) throw error;
      await syncCustomer(billing, customer);
      throw new ApiError('no_membership');
    }
  };
  return atStripe('Failed to open customer portal', work, functions.reportBug);
};
