import type Stripe from 'stripe';
import type { Database } from '#database/database.ts';
import type { Queue } from '#database/queue.ts';

/** The payment service: the official SDK, pointed at Stripe or at the sandbox. */
export type Payments = {
  /** Loaded when something first needs it. */
  getStripe(): Promise<Stripe>;
  webhookSecret: string;
  priceId: string;
  /** Whether Stripe works out the tax. */
  collectsTax: boolean;
  /** How long a failed payment may be mended before access ends. */
  graceDays: number;
};

/** What the queue does for this service. */
export type BillingTasks = {
  'billing-sync': { customerId: string };
  'billing-email': { userId: string };
  'billing-close': { customerId: string };
};

export type Billing = { database: Database; payments: Payments; queue: Queue<BillingTasks> };
