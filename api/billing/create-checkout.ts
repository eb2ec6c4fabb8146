import { z } from 'zod';
import * as links from '#domain/site/links.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { requireBillingFor, requireBuyer } from './buyer.ts';
import type { Billing } from './context.ts';
import { ensureCustomer } from './customer.ts';
import { liveStatuses } from './membership-state.ts';
import { openCheckout } from './open-checkout.ts';
import { atStripe, isMissingCustomer } from './stripe-failure.ts';
import { forgetCustomer, syncCustomer } from './sync-customer.ts';

const bodySchema = z.object({
  /** The screen that the person comes from, and returns to if they do not pay. */
  from: z.enum([links.membership, links.browseCandidates]).default(links.membership),
});

type Place = { url: string };

/** Concurrent requests, from any screen, share one checkout. */
const underWay = new Map<string, Promise<Place>>();

/** Where to pay. Somebody whose membership is running gets the portal, so that they do not pay twice. */
export const createCheckout: ServerFunction = async (functions, call) => {
  const account = await requireBuyer(functions, call, 'create-checkout');
  const { from } = await readBody(call.request, bodySchema);
  const billing = await requireBillingFor(account, functions);
  const buyer = {
    id: account.id,
    email: account.email,
    name: nameOf(account.raw_user_meta_data),
  };
  async function open(customer: { id: string; isNew: boolean }): Promise<Place> {
    if (!customer.isNew) await syncCustomer(billing, customer.id);
    if (await isRunning(billing, buyer.id)) {
      const stripe = await billing.payments.getStripe();
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customer.id,
        return_url: `${call.siteUrl}${links.membership}`,
      });
      return { url };
    }
    const url = await openCheckout(billing, {
      customer: customer.id,
      userId: buyer.id,
      successUrl: `${call.siteUrl}${links.browseCandidates}?success=true`,
      cancelUrl: call.siteUrl + from,
    });
    return { url };
  }
  const work = async () => {
    const customer = await ensureCustomer(billing, buyer);
    return open(customer).catch(async (error) => {
      if (!isMissingCustomer(error)) throw error;
      await forgetCustomer(billing, customer.id);
      return open(await ensureCustomer(billing, buyer));
    });
  };
  const asking =
    underWay.get(buyer.id) ??
    atStripe('Failed to create checkout session', work, functions.reportBug).finally(() =>
      underWay.delete(buyer.id),
    );
  underWay.set(buyer.id, asking);
  return asking;
};

async function isRunning({ database }: Billing, userId: string): Promise<boolean> {
  const { rowCount } = await database.asService.query({
    text: `select from public.subscriptions where user_id = $1
      and (status = any ($2) or private.pays(user_id))`,
    values: [userId, liveStatuses],
  });
  return rowCount > 0;
}

function nameOf(metadata: Record<string, unknown> | null): string | undefined {
  const name = metadata?.full_name;
  return typeof name === 'string' && name ? name.slice(0, 256) : undefined;
}
