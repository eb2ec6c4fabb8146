import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type Stripe from 'stripe';
import { StartError } from '#database/start-error.ts';
import type { TestCard } from './cards.ts';

/** What the sandbox keeps of each object: fields from the SDK's types that somebody reads. */
export type Customer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'email' | 'livemode' | 'metadata'
> & {
  name: string | null;
  test_clock: string | null;
  /** Stripe has separate objects for these. */
  tax_id?: string;
  deleted?: true;
};

export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'created'
  | 'currency'
  | 'ended_at'
  | 'livemode'
  | 'metadata'
  | 'pause_collection'
  | 'start_date'
  | 'status'
> & {
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null };
  customer: string;
  default_payment_method: string | null;
  latest_invoice: string;
  /** Applied once the latest invoice is paid. */
  pending_update: { expires_at: number; subscription_items: SubscriptionItem[] } | null;
  /** Prorations of changes within a period: charged or credited with the next invoice. */
  prorated?: number;
  test_clock: string | null;
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string };
};

export type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'created' | 'current_period_start' | 'current_period_end'
> & { price: Price; quantity: number; subscription: string };

type Price = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'created' | 'currency' | 'livemode' | 'type' | 'unit_amount'
> & { product: string; recurring: { interval: 'month'; interval_count: 1 } };

type Product = Pick<Stripe.Product, 'id' | 'object' | 'active' | 'created' | 'livemode' | 'name'>;

export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'attempted'
  | 'created'
  | 'currency'
  | 'hosted_invoice_url'
  | 'livemode'
  | 'next_payment_attempt'
  | 'number'
  | 'period_start'
  | 'period_end'
  | 'total'
> & {
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  customer: string;
  /** As they were when the invoice was written. */
  customer_name?: string | null;
  customer_tax_id?: string;
  status: 'open' | 'paid' | 'void';
  status_transitions: { paid_at: number | null };
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
};

/** What was charged to a card, and how much of it was refunded. */
export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_refunded'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'paid'
  | 'receipt_url'
  | 'refunded'
  | 'status'
> & { customer: string };

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'status'
> & { charge: string };

/** The buyer asked their bank for the money back. */
type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'status'
> & { charge: string };

export type Checkout = Pick<
  Stripe.Checkout.Session,
  'id' | 'object' | 'cancel_url' | 'client_reference_id' | 'created' | 'expires_at' | 'livemode'
> & {
  customer: string;
  line_items: { price: string; quantity: number }[];
  metadata: Record<string, string>;
  mode: 'subscription';
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  subscription_metadata: Record<string, string>;
  success_url: string;
  url: string | null;
};

export type Portal = Pick<
  Stripe.BillingPortal.Session,
  'id' | 'object' | 'created' | 'livemode' | 'return_url' | 'url'
> & { customer: string };

export type Clock = Pick<
  Stripe.TestHelpers.TestClock,
  'id' | 'object' | 'created' | 'deletes_after' | 'frozen_time' | 'livemode' | 'name'
> & { status: 'ready' };

/** A card as Stripe shows it. The number is never kept; the sandbox only remembers which test card it is. */
export type Card = {
  id: string;
  customer: string;
  behaviour: TestCard['behaviour'];
  brand: string;
  last4: string;
};

export type SandboxEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: { object: string } };
  livemode: false;
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
  type: string;
};

export type State = {
  secretKey: string;
  webhookSecret: string;
  port: number;
  lastInvoice: number;
  customers: Record<string, Customer>;
  products: Record<string, Product>;
  prices: Record<string, Price>;
  cards: Record<string, Card>;
  checkouts: Record<string, Checkout>;
  portals: Record<string, Portal>;
  subscriptions: Record<string, Subscription>;
  invoices: Record<string, Invoice>;
  charges: Record<string, Charge>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  clocks: Record<string, Clock>;
  events: Record<string, SandboxEvent>;
  deliveries: Record<string, { attempts: number; next: number; until: number }>;
  /** Responses by idempotency key; on disk too, so that a retry after a restart is recognised. */
  answers: Record<string, { request: string; status: number; body: object; at: number }>;
};

const productId = 'prod_SandboxMembership';
export const priceId = 'price_SandboxMonthly';

export type Store = { state: State; save(): Promise<void> };

/** The state, read from its file if there is one. Without a file it lives as long as the process. */
export function openStore(file: string | undefined): Store {
  const state = bare(read(file) ?? firstState());
  let isWanted = false;
  let writing: Promise<void> | undefined;

  async function write(path: string) {
    while (isWanted) {
      isWanted = false;
      // Written to a draft and renamed: a process killed while writing leaves the old file whole.
      await writeFile(`${path}.next`, JSON.stringify(state), { mode: 0o600 });
      await rename(`${path}.next`, path);
    }
  }
  return {
    state,
    async save() {
      if (!file) return;
      isWanted = true;
      writing ??= write(file).finally(() => {
        writing = undefined;
      });
      await writing;
    },
  };
}

/** Without a prototype: ids come from URLs, and must not find inherited properties such as `constructor`. */
function bare(state: State): State {
  const tables = Object.entries(state).map(([name, value]) => [
    name,
    typeof value === 'object' ? Object.assign(Object.create(null), value) : value,
  ]);
  return Object.fromEntries(tables);
}

function read(file: string | undefined): State | undefined {
  if (!file || !existsSync(file)) return undefined;
  try {
    return { ...firstState(), ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    throw new StartError(
      `The state of the payments sandbox in ${file} cannot be read. Delete the file to begin again.`,
    );
  }
}

function firstState(): State {
  const created = 1_767_225_600;
  return {
    secretKey: `sk_test_sandbox${randomBytes(16).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    port: 0,
    lastInvoice: 0,
    customers: {},
    products: {
      [productId]: {
        id: productId,
        object: 'product',
        active: true,
        created,
        livemode: false,
        name: 'Employer membership',
      },
    },
    prices: {
      [priceId]: {
        id: priceId,
        object: 'price',
        active: true,
        created,
        currency: 'usd',
        livemode: false,
        type: 'recurring',
        unit_amount: 4_999,
        product: productId,
        recurring: { interval: 'month', interval_count: 1 },
      },
    },
    cards: {},
    checkouts: {},
    portals: {},
    subscriptions: {},
    invoices: {},
    charges: {},
    refunds: {},
    disputes: {},
    clocks: {},
    events: {},
    deliveries: {},
    answers: {},
  };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
