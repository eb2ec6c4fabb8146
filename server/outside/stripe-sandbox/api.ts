import { refundCharge } from './charges.ts';
import { createCheckout, expireCheckout } from './checkouts.ts';
import { advanceClock, createClock } from './clocks.ts';
import { emit } from './events.ts';
import type { CallName } from './facts.ts';
import { listPage } from './lists.ts';
import { changeQuantity } from './quantities.ts';
import type { Params } from './read-params.ts';
import { refuse, refuseMissing } from './refusal.ts';
import { type Customer, newId, type Portal, type State } from './state.ts';
import { changeCancellation, endSubscription } from './subscriptions.ts';
import { realNow } from './time.ts';

type Answer = (state: State, params: Params, id: string) => { object: string };

/** What each call does. */
export const answers: Record<CallName, Answer> = {
  createCustomer(state, params) {
    const customer: Customer = {
      id: newId('cus'),
      object: 'customer',
      created: realNow(),
      email: text(params.email) ?? null,
      livemode: false,
      metadata: words(params.metadata),
      name: text(params.name) ?? null,
      test_clock: null,
    };
    state.customers[customer.id] = customer;
    emit(state, 'customer.created', customer);
    return customer;
  },
  listCustomers(state, params) {
    const { email } = params;
    const url = '/v1/customers';
    return listPage(
      Object.values(state.customers),
      params,
      url,
      (each) => !each.deleted && (!email || each.email === email),
    );
  },
  readCustomer: (state, _, id) => find(state.customers, id, 'customer'),
  updateCustomer(state, params, id) {
    const customer = find(state.customers, id, 'customer');
    if (customer.deleted) refuseMissing('customer', id);
    if (params.email !== undefined) customer.email = text(params.email) ?? null;
    if (params.name !== undefined) customer.name = text(params.name) ?? null;
    Object.assign(customer.metadata, words(params.metadata));
    emit(state, 'customer.updated', customer);
    return customer;
  },
  readProduct: (state, _, id) => find(state.products, id, 'product'),
  readPrice: (state, _, id) => find(state.prices, id, 'price'),
  createCheckout(state, params) {
    if (params.mode !== 'subscription') {
      refuse(400, 'parameter_invalid', 'The sandbox knows subscriptions only.', 'mode');
    }
    const items = Array.isArray(params.line_items) ? params.line_items.map(fields) : [];
    return withoutOwnFields(
      createCheckout(state, {
        cancel_url: text(params.cancel_url) ?? null,
        client_reference_id: text(params.client_reference_id) ?? null,
        customer: customerIn(state, params).id,
        line_items: items.map(({ price, quantity }) => ({
          price: text(price) ?? '',
          quantity: Number(quantity ?? 1),
        })),
        metadata: words(params.metadata),
        subscription_metadata: words(fields(params.subscription_data).metadata),
        success_url: text(params.success_url) ?? '',
      }),
    );
  },
  listCheckouts(state, params) {
    const { customer, status } = params;
    mustKnow(state, params);
    const page = listPage(
      Object.values(state.checkouts),
      params,
      '/v1/checkout/sessions',
      (each) => (!customer || each.customer === customer) && (!status || each.status === status),
    );
    return { ...page, data: page.data.map(withoutOwnFields) };
  },
  readCheckout: (state, _, id) => withoutOwnFields(find(state.checkouts, id, 'checkout.session')),
  expireCheckout(state, _, id) {
    const checkout = find(state.checkouts, id, 'checkout.session');
    expireCheckout(state, checkout);
    return withoutOwnFields(checkout);
  },
  createPortal(state, params) {
    const customer = customerIn(state, params);
    const id = newId('bps');
    const portal: Portal = {
      id,
      object: 'billing_portal.session',
      created: realNow(),
      customer: customer.id,
      livemode: false,
      return_url: text(params.return_url) ?? null,
      url: `http://127.0.0.1:${state.port}/p/session/${id}`,
    };
    state.portals[id] = portal;
    return portal;
  },
  listSubscriptions(state, params) {
    const { customer, price, status } = params;
    mustKnow(state, params);
    const page = listPage(
      Object.values(state.subscriptions),
      params,
      '/v1/subscriptions',
      (each) =>
        (!customer || each.customer === customer) &&
        (!price || each.items.data.some((item) => item.price.id === price)) &&
        (status === 'all' || (status ? each.status === status : each.status !== 'canceled')),
    );
    return { ...page, data: page.data.map((each) => expand(state, each, params, 'data.')) };
  },
  readSubscription: (state, params, id) =>
    expand(state, find(state.subscriptions, id, 'subscription'), params),
  updateSubscription(state, params, id) {
    const subscription = find(state.subscriptions, id, 'subscription');
    Object.assign(subscription.metadata, words(params.metadata));
    const [item] = Array.isArray(params.items) ? params.items.map(fields) : [];
    if (item) changeQuantity(state, subscription, item, params);
    if (typeof params.cancel_at_period_end === 'boolean') {
      changeCancellation(state, subscription, params.cancel_at_period_end);
    } else {
      emit(state, 'customer.subscription.updated', subscription);
    }
    return expand(state, subscription, params);
  },
  cancelSubscription(state, params, id) {
    const subscription = find(state.subscriptions, id, 'subscription');
    if (subscription.status === 'canceled') refuseMissing('subscription', id);
    endSubscription(state, subscription, 'cancellation_requested');
    return expand(state, subscription, params);
  },
  listInvoices(state, params) {
    const { customer, subscription, status } = params;
    mustKnow(state, params);
    return listPage(
      Object.values(state.invoices),
      params,
      '/v1/invoices',
      (each) =>
        (!customer || each.customer === customer) &&
        (!subscription || each.parent.subscription_details.subscription === subscription) &&
        (!status || each.status === status),
    );
  },
  readInvoice: (state, _, id) => find(state.invoices, id, 'invoice'),
  listCharges(state, params) {
    mustKnow(state, params);
    return listPage(
      Object.values(state.charges),
      params,
      '/v1/charges',
      (each) => !params.customer || each.customer === params.customer,
    );
  },
  readCharge: (state, _, id) => find(state.charges, id, 'charge'),
  listDisputes: (state, params) =>
    listPage(
      Object.values(state.disputes),
      params,
      '/v1/disputes',
      (each) => !params.charge || each.charge === params.charge,
    ),
  createRefund(state, params) {
    const charge = find(state.charges, text(params.charge) ?? '', 'charge');
    return refundCharge(state, charge, {
      amount: typeof params.amount === 'number' ? params.amount : undefined,
      reason: reasonOf(params.reason),
      metadata: words(params.metadata),
    });
  },
  listRefunds: (state, params) =>
    listPage(
      Object.values(state.refunds),
      params,
      '/v1/refunds',
      (each) => !params.charge || each.charge === params.charge,
    ),
  listEvents: (state, params) =>
    listPage(
      Object.values(state.events),
      params,
      '/v1/events',
      (each) => !params.type || each.type === params.type,
    ),
  readEvent: (state, _, id) => find(state.events, id, 'event'),
  createClock: (state, params) =>
    createClock(state, {
      frozenTime: Number(params.frozen_time),
      name: text(params.name),
      customer: text(params.customer),
    }),
  readClock: (state, _, id) => find(state.clocks, id, 'test clock'),
  advanceClock(state, params, id) {
    const clock = find(state.clocks, id, 'test clock');
    advanceClock(state, clock, Number(params.frozen_time));
    return clock;
  },
};

/** The customer named in the parameters rather than in the path. */
function customerIn(state: State, { customer }: Params): Customer {
  const id = text(customer) ?? '';
  const found = Object.hasOwn(state.customers, id) ? state.customers[id] : undefined;
  if (found && !found.deleted) return found;
  return refuse(400, 'resource_missing', `No such customer: '${id}'`, 'customer');
}

/** Lists for a customer who never existed are refused; those for a deleted one still answer. */
function mustKnow(state: State, params: Params) {
  const id = text(params.customer);
  if (id && !Object.hasOwn(state.customers, id)) customerIn(state, params);
}

function find<Item>(items: Record<string, Item>, id: string, kind: string): Item {
  const item = Object.hasOwn(items, id) ? items[id] : undefined;
  return item ?? refuseMissing(kind, id);
}

/** Ids named by `expand` are replaced by the objects themselves. */
function expand(
  state: State,
  subscription: State['subscriptions'][string],
  params: Params,
  prefix = '',
) {
  const wanted = Array.isArray(params.expand) ? params.expand : [];
  const { latest_invoice: invoice, test_clock: clock } = subscription;
  return {
    ...subscription,
    latest_invoice: wanted.includes(`${prefix}latest_invoice`)
      ? (state.invoices[invoice] ?? null)
      : invoice,
    test_clock:
      clock && wanted.includes(`${prefix}test_clock`) ? (state.clocks[clock] ?? null) : clock,
  };
}

function withoutOwnFields({
  line_items: _items,
  subscription_metadata: _metadata,
  ...checkout
}: State['checkouts'][string]) {
  return checkout;
}

function reasonOf(value: Params[string] | undefined) {
  return value === 'duplicate' || value === 'fraudulent' || value === 'requested_by_customer'
    ? value
    : null;
}

function text(value: Params[string] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fields(value: Params[string] | undefined): Params {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function words(value: Params[string] | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields(value)).map(([name, each]) => [name, String(each)]),
  );
}
