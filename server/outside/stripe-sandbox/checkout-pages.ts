import { html } from 'hono/html';
import { cardFields, cardList, notATestCard } from './card-form.ts';
import { asks, findTestCard } from './cards.ts';
import { pay } from './checkouts.ts';
import { type Markup, money, page } from './look.ts';
import type { Checkout, State } from './state.ts';

/** The payment page. It works without scripts. */
export async function answerCheckout(state: State, id: string, form?: URLSearchParams) {
  const checkout = state.checkouts[id];
  if (!checkout) return notThere();
  if (checkout.status === 'complete') {
    return finished(checkout, 'This is already paid.');
  }
  if (checkout.status === 'expired') {
    return finished(checkout, 'This page has expired. Begin again on the site.', 410);
  }
  if (!form) return show(state, checkout);

  const card = findTestCard(form.get('number') ?? '');
  if (!card) return show(state, checkout, notATestCard);
  const answer = form.get('answer');
  if (asks(card) && answer !== 'yes') {
    if (answer !== 'no') return askForConfirmation(card.number);
    return show(state, checkout, 'Your bank did not confirm the payment. Nothing was charged.');
  }
  const outcome = pay(state, checkout, card);
  if (outcome.kind === 'refused') return show(state, checkout, outcome.message);
  return new Response(null, { status: 303, headers: { location: outcome.url } });
}

function show(state: State, checkout: Checkout, problem?: string) {
  const price = state.prices[checkout.line_items[0]?.price ?? ''];
  const product = state.products[price?.product ?? ''];
  const amount = money(price?.unit_amount ?? 0, price?.currency ?? 'usd');
  const email = state.customers[checkout.customer]?.email;
  return page(
    problem ? 'Problem: pay' : 'Pay',
    html`<div>
        <h1>Subscribe to ${product?.name}</h1>
        <p class="price">${amount} per month</p>
        ${email ? html`<p class="muted"><bdi>${email}</bdi></p>` : ''}
      </div>
      <form class="sheet" method="post">
        ${cardFields(problem)}
        <button class="wide">Subscribe</button>
        ${cardList({ isOpen: true })}
      </form>
      ${back(checkout.cancel_url, 'Go back without paying')}`,
    problem ? 402 : 200,
  );
}

/** What the bank's own page would ask. */
export function askForConfirmation(number: string) {
  return page(
    'Confirm',
    html`<h1>Confirm the payment</h1>
      <form class="sheet" method="post">
        <p>A bank would ask you here whether it is you who pays.</p>
        <input type="hidden" name="number" value="${number}" />
        <div class="row">
          <button name="answer" value="yes">Confirm</button>
          <button class="plain" name="answer" value="no">Refuse</button>
        </div>
      </form>`,
  );
}

function finished(checkout: Checkout, says: string, status = 200) {
  const isPaid = checkout.status === 'complete';
  return page(
    'Pay',
    html`<h1>${says}</h1>
      ${back(isPaid ? checkout.success_url : checkout.cancel_url, 'Go to the site')}`,
    status,
  );
}

export function notThere() {
  return page('Not found', html`<h1>There is nothing here</h1>`, 404);
}

export function back(url: string | null, label: string): Markup {
  return url ? html`<p><a href="${url}">${label}</a></p>` : html``;
}
