import type Stripe from 'stripe';
import type { ServerFunction } from '../functions/context.ts';
import { requireBillingFor, requireBuyer } from './buyer.ts';
import type { Billing } from './context.ts';
import { readOwnCustomer } from './customer.ts';
import { liveStatuses } from './membership-state.ts';
import { atStripe, isMissingCustomer, isStripeFailure } from './stripe-failure.ts';
import { forgetCustomer } from './sync-customer.ts';

/** The most that the payment service lists at once: eight years of monthly invoices. */
const most = 100;

const none = { invoices: [], refunds: [] };

/** The person's invoices, newest first, each with its page at the payment service and its refunds. */
export const listInvoices: ServerFunction = async (functions, call) => {
  const account = await requireBuyer(functions, call, 'list-invoices');
  const customer = await readOwnCustomer(functions, call);
  // Where nothing is sold, somebody who has bought nothing should not see an error.
  if (!customer && !functions.billing) return none;
  const billing = await requireBillingFor(account, functions);
  if (!customer) return none;
  const work = async () => {
    const stripe = await billing.payments.getStripe();
    const [{ data }, refunds] = await Promise.all([
      stripe.invoices.list({ customer, limit: most }),
      readRefunds(stripe, customer),
    ]).catch(async (error: unknown) => {
      if (!isMissingCustomer(error)) throw error;
      await forgetCustomer(billing, customer);
      return [{ data: [] }, []] as const;
    });
    const running = await readRunning(billing, account.id);
    return {
      refunds,
      invoices: data
        .filter(({ status }) => status !== 'draft')
        .map((invoice) => {
          const { id, number, created, total, currency, status, hosted_invoice_url: url } = invoice;
          const isLost = status === 'open' && belongsToEnded(invoice, running);
          return {
            id,
            number,
            created_at: new Date(created * 1000).toISOString(),
            total,
            currency,
            status: isLost ? 'uncollectible' : status,
            url: isLost ? null : (url ?? null),
          };
        }),
    };
  };
  return atStripe('The invoices could not be loaded', work, functions.reportBug);
};

/** Refunds by charge: an invoice says “paid” even if all of it was refunded. */
async function readRefunds(stripe: Stripe, customer: string) {
  const { data } = await stripe.charges.list({ customer, limit: most }).catch((error: unknown) => {
    // A key that may not read charges cannot refund them either.
    if (isStripeFailure(error) && error.statusCode === 403) return { data: [] };
    throw error;
  });
  return data
    .filter(({ amount_refunded }) => amount_refunded > 0)
    .map(({ id, created, amount_refunded: amount, currency }) => ({
      id,
      charged_at: new Date(created * 1000).toISOString(),
      amount,
      currency,
    }));
}

async function readRunning({ database }: Billing, userId: string): Promise<string | undefined> {
  const { rows } = await database.asService.query<{ id: string }>({
    text: `select subscription_id as id from public.subscriptions where user_id = $1 and status = any ($2)`,
    values: [userId, [...liveStatuses, 'incomplete']],
  });
  return rows[0]?.id;
}

/**
 * The payment service keeps the invoice open forever. Paying it restores nothing: the person has to subscribe again.
 */
function belongsToEnded({ parent }: Stripe.Invoice, running: string | undefined): boolean {
  const of = parent?.subscription_details?.subscription;
  return of !== undefined && (typeof of === 'string' ? of : of.id) !== running;
}
