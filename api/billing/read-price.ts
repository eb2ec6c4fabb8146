import type Stripe from 'stripe';
import type { Billing } from './context.ts';

/**
 * Reads and stores the price of a membership: pages show what is charged, without making visitors wait for the
 * answer.
 */
export async function readPrice({ database, payments }: Billing) {
  const path = `/v1/prices/${encodeURIComponent(payments.priceId)}`;
  const { id, unit_amount, currency, recurring, tax_behavior } =
    await payments.read<Stripe.Price>(path);
  // Tiered prices and one-time prices cannot be described briefly.
  if (unit_amount === null || !recurring) return false;
  const isPlusTax = payments.collectsTax && tax_behavior !== 'inclusive';
  await database.asService.query({
    text: 'select private.keep_membership_price($1, $2, $3, $4, $5, $6)',
    values: [id, unit_amount, currency, recurring.interval, recurring.interval_count, isPlusTax],
  });
  return true;
}
