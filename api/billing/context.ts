import type Stripe from 'stripe';
import type { Database } from '#database/database.ts';

/** The payment service: the official SDK, pointed at Stripe or at the sandbox. */
export type Payments = {
  /** Loaded when something first needs it. */
  getStripe(): Promise<Stripe>;
  /** What lies at an address of the service, asked without the SDK. */
  read<T>(path: string): Promise<T>;
  webhookSecret: string;
  priceId: string;
  /** Whether Stripe works out the tax. */
  collectsTax: boolean;
  /** How long a failed payment may be mended before access ends. */
  graceDays: number;
};

export type Billing = { database: Database; payments: Payments };
