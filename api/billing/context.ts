import type Stripe from 'stripe';
import type { Database } from '#database/database.ts';

/** The payment service: the official SDK, pointed at Stripe or at the sandbox. */
export type Payments = {
  /** Loaded on first use. */
  getStripe(): Promise<Stripe>;
  /** Reads a URL of the service without the SDK. */
  read<T>(path: string): Promise<T>;
  webhookSecret: string;
  priceId: string;
  /** Whether Stripe calculates the tax. */
  collectsTax: boolean;
  /** How long access continues after a failed payment. */
  graceDays: number;
};

export type Billing = { database: Database; payments: Payments };
