import type { ServerFunction } from '../functions/context.ts';
import { requireBillingFor, requireBuyer } from './buyer.ts';
import { readOwnCustomer } from './customer.ts';
import { atStripe, isMissingCustomer } from './stripe-failure.ts';
import { forgetCustomer } from './sync-customer.ts';

/** As many as the payment service lists at once: eight years of months, for whoever keeps books. */
const most = 100;

/** The person's invoices, the newest first, each with the page that the payment service has for it. */
export const listInvoices: ServerFunction = async (functions, call) => {
  const account = await requireBuyer(functions, call, 'list-invoices');
  const customer = await readOwnCustomer(functions, call);
  // Where nothing is sold, nobody is told of a fault who has bought nothing.
  if (!customer && !functions.billing) return { invoices: [] };
  const billing = await requireBillingFor(account, functions);
  if (!customer) return { invoices: [] };
  const work = async () => {
    const stripe = await billing.payments.getStripe();
    const { data } = await stripe.invoices
      .list({ customer, limit: most })
      .catch(async (error: unknown) => {
        if (!isMissingCustomer(error)) throw error;
        await forgetCustomer(billing, customer);
        return { data: [] };
      });
    return {
      invoices: data
        .filter(({ status }) => status !== 'draft')
        .map(({ id, number, created, total, currency, status, hosted_invoice_url: url }) => ({
          id,
          number,
          created_at: new Date(created * 1000).toISOString(),
          total,
          currency,
          status,
          url: url ?? null,
        })),
    };
  };
  return atStripe('The invoices could not be loaded', work, functions.reportBug);
};
