import { declines, type TestCard } from './cards.ts';
import { emit } from './events.ts';
import { refuse, refuseMissing } from './refusal.ts';
import { type Card, type Checkout, newId, type State } from './state.ts';
import { beginSubscription, isAlive, subscriptionsOf } from './subscriptions.ts';
import { realNow } from './time.ts';

/** A checkout lasts a day, as at Stripe. */
const lifetime = 86_400;

export type CheckoutWish = Pick<
  Checkout,
  'cancel_url' | 'client_reference_id' | 'customer' | 'line_items' | 'metadata' | 'success_url'
> & { subscription_metadata: Record<string, string> };

export function createCheckout(state: State, wish: CheckoutWish): Checkout {
  for (const { price } of wish.line_items) if (!state.prices[price]) refuseMissing('price', price);
  const id = newId('cs_test');
  const created = realNow();
  const checkout: Checkout = {
    id,
    object: 'checkout.session',
    ...wish,
    created,
    expires_at: created + lifetime,
    livemode: false,
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    url: `http://127.0.0.1:${state.port}/c/pay/${id}`,
  };
  state.checkouts[id] = checkout;
  return checkout;
}

export function expireCheckout(state: State, checkout: Checkout) {
  if (checkout.status !== 'open') {
    refuse(400, 'checkout_session_not_open', `The session is ${checkout.status}.`);
  }
  checkout.status = 'expired';
  checkout.url = null;
  emit(state, 'checkout.session.expired', checkout);
}

export function expireOldCheckouts(state: State) {
  for (const checkout of Object.values(state.checkouts)) {
    if (checkout.status === 'open' && checkout.expires_at <= realNow()) {
      expireCheckout(state, checkout);
    }
  }
}

export type Paid = { kind: 'paid'; url: string } | { kind: 'refused'; message: string };

/**
 * The buyer presses Subscribe. Stripe can be configured to prevent second subscriptions; the
 * sandbox always does.
 */
export function pay(state: State, checkout: Checkout, testCard: TestCard): Paid {
  if (subscriptionsOf(state, checkout.customer).some(isAlive)) {
    return { kind: 'refused', message: 'You already have this subscription. Nothing was charged.' };
  }
  const decline = declines[testCard.behaviour];
  if (decline) return { kind: 'refused', message: decline };
  const card = saveCard(state, checkout.customer, testCard);
  const subscription = beginSubscription(state, checkout, card);
  checkout.status = 'complete';
  checkout.payment_status = 'paid';
  checkout.subscription = subscription.id;
  checkout.url = null;
  emit(state, 'checkout.session.completed', checkout);
  return {
    kind: 'paid',
    url: checkout.success_url.replaceAll('{CHECKOUT_SESSION_ID}', checkout.id),
  };
}

export function saveCard(state: State, customer: string, testCard: TestCard): Card {
  const card: Card = {
    id: newId('pm'),
    customer,
    behaviour: testCard.behaviour,
    brand: testCard.brand,
    last4: testCard.number.slice(-4),
  };
  state.cards[card.id] = card;
  return card;
}
