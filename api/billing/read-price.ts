import type Stripe from 'stripe';
import type { Billing } from './context.ts';

/** Asks what a membership costs, and keeps it: pages show what is charged, and no visitor waits for the answer. */
export async function readPrice({ database, payments }: Billing) {
  const path = `/v1/prices/${encodeURIComponent(payments.priceId)}`;
  const { id, unit_amount, currency, recurring, tax_behavior } =
    await payments.read<Stripe.Price>(path);
  // Of a price in steps, or of one that is paid once, nothing short can be said.
  if (unit_amount === null || !recurring) return false;
  const isPlusTax = payments.collectsTax && tax_behavior !== 'inclusive';
  await database.asService.query({
    text: 'select private.keep_membership_price($1, $2, $3, $4, $5, $6)',
    values: [id, unit_amount, currency, recurring.interval, recurring.interval_count, isPlusTax],
  });
  return true;
}
