import type { Params } from './read-params.ts';
import { Refusal, refuse } from './refusal.ts';
import type { State, Subscription } from './state.ts';
import {
  dropPendingUpdate,
  itemOf,
  problemOf,
  settleInvoice,
  writeInvoice,
} from './subscriptions.ts';
import { nowFor } from './time.ts';

/** How long a change waits for its payment, as at Stripe. */
const pendingFor = 23 * 3_600;

/**
 * A larger or smaller quantity, from now on. The difference for the rest of the period is charged
 * at once if the caller asks for that, and otherwise goes on the next invoice. If it cannot be
 * charged, the change is refused or stays pending until paid.
 */
export function changeQuantity(
  state: State,
  subscription: Subscription,
  wanted: Params,
  { proration_behavior: behaviour, payment_behavior: otherwise }: Params,
) {
  const item = itemOf(subscription);
  const quantity = Number(wanted.quantity ?? item.quantity);
  if (wanted.id !== item.id) refuse(400, 'resource_missing', 'No such subscription item', 'items');
  if (!Number.isInteger(quantity) || quantity < 1) {
    refuse(400, 'parameter_invalid_integer', 'Invalid quantity', 'items[0][quantity]');
  }
  const { current_period_start: start, current_period_end: end, price } = item;
  const left = Math.max(0, end - nowFor(state, subscription.customer)) / (end - start);
  if (behaviour !== 'none') {
    const difference = Math.round((price.unit_amount ?? 0) * (quantity - item.quantity) * left);
    const owed = (subscription.prorated ?? 0) + difference;
    if (behaviour === 'always_invoice' && owed > 0) {
      const problem = problemOf(state, subscription);
      if (problem && otherwise !== 'pending_if_incomplete') {
        throw new Refusal(402, 'card_error', problem.message, problem.code);
      }
      dropPendingUpdate(state, subscription);
      const invoice = writeInvoice(state, subscription, item, 'subscription_update', owed);
      if (problem) {
        subscription.pending_update = {
          expires_at: nowFor(state, subscription.customer) + pendingFor,
          subscription_items: [{ ...item, quantity }],
        };
        return;
      }
      settleInvoice(state, invoice);
    } else {
      subscription.prorated = owed;
    }
  }
  item.quantity = quantity;
}
