import type Stripe from 'stripe';
import type { Work } from '../../subject.ts';
import { webhookPath } from './judge.ts';

type Asking = Pick<Work, 'billing' | 'setUp'>;

/** Undefined if Stripe does not answer, or the key lacks the permission. */
export async function isWebhookRegistered({
  billing,
  setUp,
}: Asking): Promise<boolean | undefined> {
  if (!billing || setUp.payments === 'sandbox') return undefined;
  const address = setUp.siteUrl + webhookPath;
  try {
    const { data } = await billing.payments.read<Stripe.ApiList<Stripe.WebhookEndpoint>>(
      '/v1/webhook_endpoints?limit=100',
    );
    return data.some(({ url, status }) => url === address && status === 'enabled');
  } catch {
    return undefined;
  }
}

/** Why nobody can subscribe with the configured key and price. Undefined if Stripe does not answer. */
export async function findFaultOfOffer({ billing, setUp }: Asking): Promise<string | undefined> {
  if (!billing || setUp.payments === 'sandbox') return undefined;
  const { read, priceId } = billing.payments;
  try {
    const price = await read<Stripe.Price>(`/v1/prices/${encodeURIComponent(priceId)}`);
    if (!price.active) return `The price ${priceId} is archived in Stripe`;
    return price.recurring ? undefined : `The price ${priceId} is paid once instead of every month`;
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 401) return 'Stripe does not take the key in STRIPE_SECRET_KEY';
    // Stripe answers the same for a price of the other mode.
    if (statusCode === 404) return `Stripe has no price ${priceId} in the mode of the key`;
    return undefined;
  }
}
