import { html } from 'hono/html';
import { cardFields, cardList, notATestCard } from './card-form.ts';
import { asks, declines, findTestCard } from './cards.ts';
import { askForConfirmation, back, notThere } from './checkout-pages.ts';
import { saveCard } from './checkouts.ts';
import { goPastPeriodEnd } from './clocks.ts';
import { emit } from './events.ts';
import { day, type Markup, money, page } from './look.ts';
import type { Customer, Invoice, State, Subscription } from './state.ts';
import {
  catchUp,
  changeCancellation,
  isAlive,
  isEnding,
  itemOf,
  payInvoice,
  replaceCard,
  subscriptionsOf,
} from './subscriptions.ts';

/** Where somebody manages their subscription. It works without scripts. */
export async function answerPortal(state: State, id: string, form?: URLSearchParams) {
  const portal = state.portals[id];
  if (!portal) return notThere();
  catchUp(state, portal.customer);
  const subscription = newest(state, portal.customer);
  const problem = form && subscription ? act(state, subscription, form) : undefined;
  // Redirects after a form, because reloading its answer would submit it again.
  if (form && !problem) {
    return new Response(null, { status: 303, headers: { location: `/p/session/${id}` } });
  }
  const invoices = Object.values(state.invoices)
    .filter(({ customer }) => customer === portal.customer)
    .reverse();
  return page(
    problem ? 'Problem: your subscription' : 'Your subscription',
    html`<h1>Your subscription</h1>
      ${subscription ? about(state, subscription) : html`<p>You have no subscription.</p>`}
      ${subscription && isAlive(subscription) ? cardSection(state, subscription, problem) : ''}
      ${subscription ? detailsSection(state.customers[portal.customer]) : ''}
      ${invoices.length > 0 ? invoiceSection(invoices) : ''}
      ${subscription && isAlive(subscription) ? timeSection() : ''}
      ${back(portal.return_url, 'Go back to the site')}`,
    problem ? 422 : 200,
  );
}

/** Does what was asked; returns what is wrong with it. */
function act(state: State, subscription: Subscription, form: URLSearchParams): string | undefined {
  if (form.get('do') === 'details') changeDetails(state, subscription.customer, form);
  if (!isAlive(subscription)) return undefined;
  switch (form.get('do')) {
    case 'cancel':
      if (!isEnding(subscription)) {
        changeCancellation(state, subscription, true, 'portal', {
          feedback: form.get('feedback') || null,
          comment: (form.get('comment') ?? '').trim().slice(0, 500) || null,
        });
      }
      return undefined;
    case 'resume':
      if (isEnding(subscription)) changeCancellation(state, subscription, false, 'portal');
      return undefined;
    case 'card': {
      const card = findTestCard(form.get('number') ?? '');
      if (!card) return notATestCard;
      if (card.behaviour === 'declined' || card.behaviour === 'insufficient_funds') {
        return 'This card was declined. Your previous card stays.';
      }
      replaceCard(state, subscription, saveCard(state, subscription.customer, card));
      return undefined;
    }
    case 'pass-time':
      goPastPeriodEnd(state, subscription.customer);
      return undefined;
    default:
      return undefined;
  }
}

function about(state: State, subscription: Subscription): Markup {
  const { price, quantity = 1, current_period_end: end } = itemOf(subscription);
  const ends = isEnding(subscription);
  const isOver = !isAlive(subscription);
  return html`<section aria-label="Plan">
    <h2>${state.products[price.product]?.name}</h2>
    <dl>
      <div><dt>Price</dt><dd>${money(price.unit_amount, price.currency)} per month${quantity > 1 ? `, ${quantity} times` : ''}</dd></div>
      <div><dt>State</dt><dd>${states[subscription.status] ?? subscription.status}</dd></div>
      <div>
        <dt>${isOver ? 'Ended on' : ends ? 'Ends on' : 'Renews on'}</dt>
        <dd>${day(isOver ? (subscription.ended_at ?? end) : end)}</dd>
      </div>
    </dl>
    ${
      isOver
        ? html`<p class="muted">It has ended. You can subscribe again on the site.</p>`
        : html`<form method="post">
          ${ends ? '' : whyFields}
          <button class="plain" name="do" value="${ends ? 'resume' : 'cancel'}">
            ${ends ? 'Keep the subscription' : 'Cancel the subscription'}
          </button>
          ${ends ? '' : html`<p class="hint">You keep access until ${day(end)}.</p>`}
        </form>`
    }
  </section>`;
}

/** Some of the reasons that Stripe's own portal offers if its settings say so. */
const whyFields = html`<div class="field">
    <label for="feedback">Why you leave (optional)</label>
    <select id="feedback" name="feedback">
      <option value=""></option>
      <option value="too_expensive">It is too expensive</option>
      <option value="missing_features">Something is missing</option>
      <option value="unused">I do not use it enough</option>
      <option value="other">Something else</option>
    </select>
  </div>
  <div class="field">
    <label for="comment">In your words (optional)</label>
    <input id="comment" name="comment" autocomplete="off" maxlength="500" dir="auto" />
  </div>`;

const states: Partial<Record<Subscription['status'], string>> = {
  active: 'Active',
  past_due: 'The last payment failed',
  canceled: 'Ended',
};

function cardSection(state: State, subscription: Subscription, problem?: string): Markup {
  const card = state.cards[subscription.default_payment_method ?? ''];
  return html`<section aria-label="Card">
    <h2>Card</h2>
    <p>${card ? `${card.brand} ending in ${card.last4}` : 'None'}</p>
    <form method="post">
      ${cardFields(problem)}
      <button class="plain" name="do" value="card">Change the card</button>
      ${cardList()}
    </form>
  </section>`;
}

/** What a company's bookkeeping wants on its invoices. */
function detailsSection(customer: Customer | undefined): Markup {
  return html`<section aria-label="Billing details">
    <h2>Billing details</h2>
    <form method="post">
      <div class="field">
        <label for="name">Name on invoices</label>
        <input id="name" name="name" autocomplete="off" maxlength="100" dir="auto" value="${customer?.name ?? ''}" />
      </div>
      <div class="field">
        <label for="tax">Tax ID (optional)</label>
        <input id="tax" name="tax" autocomplete="off" maxlength="40" value="${customer?.tax_id ?? ''}" />
      </div>
      <button class="plain" name="do" value="details">Save the details</button>
      <p class="hint">They stand on invoices from the next one on.</p>
    </form>
  </section>`;
}

function changeDetails(state: State, customerId: string, form: URLSearchParams) {
  const customer = state.customers[customerId];
  if (!customer) return;
  const said = (field: string, most: number) => (form.get(field) ?? '').trim().slice(0, most);
  customer.name = said('name', 100) || null;
  customer.tax_id = said('tax', 40) || undefined;
  emit(state, 'customer.updated', customer);
}

function invoiceSection(invoices: Invoice[]): Markup {
  return html`<section aria-label="Invoices">
    <h2>Invoices</h2>
    <ul>
      ${invoices.map(
        ({ id, number, created, total, currency, status }) =>
          html`<li>
            <a href="/i/${id}">${number}</a>
            <span>${day(created)}, ${money(total, currency)}, ${status}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The sandbox's own tool, and said to be. */
function timeSection(): Markup {
  return html`<section aria-label="Sandbox clock">
    <h2>Sandbox clock</h2>
    <p class="muted">For trying what happens: the subscription renews, or ends if it is cancelled.</p>
    <form method="post">
      <button class="plain" name="do" value="pass-time">Go past the end of the period</button>
    </form>
  </section>`;
}

function newest(state: State, customer: string): Subscription | undefined {
  const all = subscriptionsOf(state, customer);
  return all.findLast(isAlive) ?? all.at(-1);
}

/** An invoice, and while it is open the place to pay it. */
export async function answerInvoice(state: State, id: string, form?: URLSearchParams) {
  const invoice = state.invoices[id];
  if (!invoice) return notThere();
  if (!form || invoice.status !== 'open') return showInvoice(invoice);
  const card = findTestCard(form.get('number') ?? '');
  if (!card) return showInvoice(invoice, notATestCard);
  const answer = form.get('answer');
  if (asks(card) && answer !== 'yes') {
    if (answer !== 'no') return askForConfirmation(card.number);
    return showInvoice(invoice, 'Your bank did not confirm the payment. Nothing was charged.');
  }
  const decline = declines[card.behaviour];
  if (decline) return showInvoice(invoice, decline);
  payInvoice(state, invoice);
  return new Response(null, { status: 303, headers: { location: `/i/${id}` } });
}

function showInvoice(invoice: Invoice, problem?: string) {
  const { number, created, total, currency, status, period_start, period_end } = invoice;
  const { customer_name: name, customer_tax_id: taxId } = invoice;
  return page(
    `Invoice ${number}`,
    html`<h1>Invoice ${number}</h1>
      <section aria-label="Invoice">
        <dl>
          ${name ? html`<div><dt>To</dt><dd><bdi>${name}</bdi></dd></div>` : ''}
          ${taxId ? html`<div><dt>Tax id</dt><dd>${taxId}</dd></div>` : ''}
          <div><dt>Date</dt><dd>${day(created)}</dd></div>
          <div><dt>For</dt><dd>${day(period_start)} to ${day(period_end)}</dd></div>
          <div><dt>Amount</dt><dd>${money(total, currency)}</dd></div>
          <div><dt>State</dt><dd>${status === 'paid' ? 'Paid' : 'Not paid'}</dd></div>
        </dl>
      </section>
      ${
        status === 'open'
          ? html`<form class="sheet" method="post">
            ${cardFields(problem)}
            <button class="wide">Pay the invoice</button>
            ${cardList({ isOpen: true })}
          </form>`
          : ''
      }`,
    problem ? 402 : 200,
  );
}
