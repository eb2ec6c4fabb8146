import { z } from 'zod';
import { StartError } from '#database/start-error.ts';
import { isOfThisMachine } from './site-address.ts';

/** The settings of the membership. `.env.example` explains each in a line. */
export const paymentsSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must begin with whsec_')
    .optional(),
  STRIPE_PRICE_ID: z
    .string()
    .regex(/^price_\w+$/, 'must begin with price_')
    .optional(),
  STRIPE_TAX: z.enum(['on', 'off']).default('off'),
  STRIPE_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  STRIPE_SANDBOX_OF: z.string().min(1).optional(),
  MEMBERSHIP_GRACE_DAYS: z.coerce.number().min(0).max(60).default(7),
};

type Values = z.infer<z.ZodObject<typeof paymentsSettings>>;

export type PaymentsConfig = { graceDays: number } & (
  | {
      kind: 'stripe';
      secretKey: string;
      webhookSecret: string;
      priceId: string;
      collectsTax: boolean;
    }
  | { kind: 'sandbox'; port: number | undefined; ofFolder: string | undefined }
  | { kind: 'off' }
);

/**
 * Stripe if its keys are set; the sandbox while only this machine reaches the site; nothing on a
 * public site without keys, where a membership would be free.
 */
export function readPaymentsConfig(values: Values, siteUrl: string | undefined): PaymentsConfig {
  const graceDays = values.MEMBERSHIP_GRACE_DAYS;
  const secretKey = values.STRIPE_SECRET_KEY;
  const webhookSecret = values.STRIPE_WEBHOOK_SECRET;
  const priceId = values.STRIPE_PRICE_ID;
  if (secretKey && webhookSecret && priceId) {
    const collectsTax = values.STRIPE_TAX === 'on';
    return { kind: 'stripe', secretKey, webhookSecret, priceId, collectsTax, graceDays };
  }
  if (secretKey || webhookSecret || priceId) {
    throw new StartError(
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID belong together: set all three, or none to try the site with the payments sandbox.',
    );
  }
  if (siteUrl && !isOfThisMachine(siteUrl)) return { kind: 'off', graceDays };
  const { STRIPE_SANDBOX_PORT: port, STRIPE_SANDBOX_OF: ofFolder } = values;
  return { kind: 'sandbox', port, ofFolder, graceDays };
}
