import type Stripe from 'stripe';

/**
 * What Stripe's published API description says about the calls in use: path, parameters, types. The
 * names are checked against the official SDK's types, so that a parameter dropped by Stripe breaks
 * the build.
 */
export const apiVersion = '2026-10-28.endive';

export type Kind =
  | 'string'
  | 'integer'
  | 'boolean'
  | readonly string[] // one of these words
  | { list: Kind }
  | { map: 'string' }
  | { object: Fields };
export type Fields = { readonly [name: string]: Kind };

/** Some of the SDK's parameters: each name must exist in the SDK, with a type that fits. */
type Known<Params> = {
  readonly [Name in keyof Params]?: KindOf<Exclude<Params[Name], '' | undefined>>;
};
type KindOf<Value> = [Value] extends [boolean]
  ? 'boolean'
  : [Value] extends [number]
    ? 'integer'
    : [Value] extends [string]
      ? 'string' | readonly string[]
      : [Value] extends [readonly unknown[]]
        ? { list: Kind }
        : { object: Fields } | { map: 'string' };
type Of<Params, Name extends keyof Params> = NonNullable<Params[Name]>;

const expand = { list: 'string' } as const;
const metadata = { map: 'string' } as const;
const pages = { limit: 'integer', starting_after: 'string', ending_before: 'string' } as const;

const customer = {
  email: 'string',
  name: 'string',
  metadata,
  expand,
} as const satisfies Known<Stripe.CustomerCreateParams> & Known<Stripe.CustomerUpdateParams>;

const customers = {
  email: 'string',
  ...pages,
  expand,
} as const satisfies Known<Stripe.CustomerListParams>;

type CheckoutParams = Stripe.Checkout.SessionCreateParams;
const checkout = {
  mode: ['payment', 'setup', 'subscription'],
  customer: 'string',
  client_reference_id: 'string',
  line_items: {
    list: {
      object: { price: 'string', quantity: 'integer' } satisfies Known<
        Of<CheckoutParams, 'line_items'>[number]
      >,
    },
  },
  success_url: 'string',
  cancel_url: 'string',
  subscription_data: {
    object: { metadata } satisfies Known<Of<CheckoutParams, 'subscription_data'>>,
  },
  automatic_tax: {
    object: { enabled: 'boolean' } satisfies Known<Of<CheckoutParams, 'automatic_tax'>>,
  },
  customer_update: {
    object: {
      address: ['auto', 'never'],
      name: ['auto', 'never'],
    } satisfies Known<Of<CheckoutParams, 'customer_update'>>,
  },
  tax_id_collection: {
    object: { enabled: 'boolean' } satisfies Known<Of<CheckoutParams, 'tax_id_collection'>>,
  },
  metadata,
  expand,
} as const satisfies Known<CheckoutParams>;

const checkouts = {
  customer: 'string',
  status: ['complete', 'expired', 'open'],
  ...pages,
  expand,
} as const satisfies Known<Stripe.Checkout.SessionListParams>;

const portal = {
  customer: 'string',
  return_url: 'string',
  expand,
} as const satisfies Known<Stripe.BillingPortal.SessionCreateParams>;

const subscriptions = {
  customer: 'string',
  price: 'string',
  status: [
    'active',
    'all',
    'canceled',
    'ended',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'paused',
    'trialing',
    'unpaid',
  ],
  ...pages,
  expand,
} as const satisfies Known<Stripe.SubscriptionListParams>;

const subscription = {
  cancel_at_period_end: 'boolean',
  items: {
    list: {
      object: {
        id: 'string',
        quantity: 'integer',
      } satisfies Known<Stripe.SubscriptionUpdateParams.Item>,
    },
  },
  proration_behavior: ['always_invoice', 'create_prorations', 'none'],
  payment_behavior: ['error_if_incomplete', 'pending_if_incomplete'],
  metadata,
  expand,
} as const satisfies Known<Stripe.SubscriptionUpdateParams>;

const cancellation = {
  invoice_now: 'boolean',
  prorate: 'boolean',
  expand,
} as const satisfies Known<Stripe.SubscriptionCancelParams>;

const invoices = {
  customer: 'string',
  subscription: 'string',
  status: ['draft', 'open', 'paid', 'uncollectible', 'void'],
  ...pages,
  expand,
} as const satisfies Known<Stripe.InvoiceListParams>;

const charges = {
  customer: 'string',
  ...pages,
  expand,
} as const satisfies Known<Stripe.ChargeListParams>;

const disputes = {
  charge: 'string',
  ...pages,
  expand,
} as const satisfies Known<Stripe.DisputeListParams>;

const refund = {
  charge: 'string',
  amount: 'integer',
  reason: ['duplicate', 'fraudulent', 'requested_by_customer'],
  metadata,
  expand,
} as const satisfies Known<Stripe.RefundCreateParams>;

const refunds = {
  charge: 'string',
  ...pages,
  expand,
} as const satisfies Known<Stripe.RefundListParams>;

const events = {
  type: 'string',
  ...pages,
  expand,
} as const satisfies Known<Stripe.EventListParams>;

const clock = {
  frozen_time: 'integer',
  name: 'string',
  customer: 'string',
  expand,
} as const satisfies Known<Stripe.TestHelpers.TestClockCreateParams>;

const clockAdvance = {
  frozen_time: 'integer',
  expand,
} as const satisfies Known<Stripe.TestHelpers.TestClockAdvanceParams>;

export type Call = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  params: Fields;
  required?: readonly string[];
};

const clocks = '/v1/test_helpers/test_clocks';

const calls = {
  createCustomer: { method: 'POST', path: '/v1/customers', params: customer },
  listCustomers: { method: 'GET', path: '/v1/customers', params: customers },
  readCustomer: { method: 'GET', path: '/v1/customers/{id}', params: { expand } },
  updateCustomer: { method: 'POST', path: '/v1/customers/{id}', params: customer },
  readProduct: { method: 'GET', path: '/v1/products/{id}', params: { expand } },
  readPrice: { method: 'GET', path: '/v1/prices/{id}', params: { expand } },
  createCheckout: {
    method: 'POST',
    path: '/v1/checkout/sessions',
    params: checkout,
    required: ['mode', 'line_items', 'success_url'],
  },
  listCheckouts: { method: 'GET', path: '/v1/checkout/sessions', params: checkouts },
  readCheckout: { method: 'GET', path: '/v1/checkout/sessions/{id}', params: { expand } },
  expireCheckout: { method: 'POST', path: '/v1/checkout/sessions/{id}/expire', params: { expand } },
  createPortal: {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: portal,
    required: ['customer'],
  },
  listSubscriptions: { method: 'GET', path: '/v1/subscriptions', params: subscriptions },
  readSubscription: { method: 'GET', path: '/v1/subscriptions/{id}', params: { expand } },
  updateSubscription: { method: 'POST', path: '/v1/subscriptions/{id}', params: subscription },
  cancelSubscription: { method: 'DELETE', path: '/v1/subscriptions/{id}', params: cancellation },
  listInvoices: { method: 'GET', path: '/v1/invoices', params: invoices },
  readInvoice: { method: 'GET', path: '/v1/invoices/{id}', params: { expand } },
  listCharges: { method: 'GET', path: '/v1/charges', params: charges },
  readCharge: { method: 'GET', path: '/v1/charges/{id}', params: { expand } },
  createRefund: { method: 'POST', path: '/v1/refunds', params: refund, required: ['charge'] },
  listRefunds: { method: 'GET', path: '/v1/refunds', params: refunds },
  listDisputes: { method: 'GET', path: '/v1/disputes', params: disputes },
  listEvents: { method: 'GET', path: '/v1/events', params: events },
  readEvent: { method: 'GET', path: '/v1/events/{id}', params: { expand } },
  createClock: { method: 'POST', path: clocks, params: clock, required: ['frozen_time'] },
  readClock: { method: 'GET', path: `${clocks}/{id}`, params: { expand } },
  advanceClock: {
    method: 'POST',
    path: `${clocks}/{id}/advance`,
    params: clockAdvance,
    required: ['frozen_time'],
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** The call that a request makes, and the ids in its path. */
export function findCall(
  method: string,
  pathname: string,
): { name: CallName; call: Call; id: string } | undefined {
  for (const [name, call] of Object.entries(calls)) {
    const pattern = new RegExp(`^${call.path.replace('{id}', '([\\w]+)')}$`);
    const match = call.method === method ? pathname.match(pattern) : null;
    if (match) return { name: name as CallName, call, id: match[1] ?? '' };
  }
  return undefined;
}
