import type Stripe from 'stripe';
import type { ServerFunction } from '../functions/context.ts';
import { requireBillingFor, requireBuyer } from './buyer.ts';
import type { Billing } from './context.ts';
import { readOwnCustomer } from './customer.ts';
import { liveStatuses } from './membership-state.ts';
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
    const running = await readRunning(billing, account.id);
    return {
      invoices: data
        .filter(({ status }) => status !== 'draft')
        .map((invoice) => {
          const { id, number, created, total, currency, status, hosted_invoice_url: url } = invoice;
          const isLost = status === 'open' && isOfEnded(invoice, running);
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

async function readRunning({ database }: Billing, userId: string): Promise<string | undefined> {
  const { rows } = await database.asService.query<{ id: string }>({
    text: `select subscription_id as id from public.subscriptions where user_id = $1 and status = any ($2)`,
    values: [userId, [...liveStatuses, 'incomplete']],
  });
  return rows[0]?.id;
}

/** The payment service keeps it open for good. Whoever pays it brings nothing back: they subscribe again. */
function isOfEnded({ parent }: Stripe.Invoice, running: string | undefined): boolean {
  const of = parent?.subscription_details?.subscription;
  return of !== undefined && (typeof of === 'string' ? of : of.id) !== running;
}
