import { createHash } from 'node:crypto';
import type { Billing } from './context.ts';
import { isUnreachable } from './stripe-failure.ts';

/**
 * A request that must not be done twice, however often it is sent: the same words of the same person
 * carry the same idempotency key. Stripe repeats its answer to a key for a day, a failure of its own
 * included, so after a failure that was answered the next try has another key. Without an answer it
 * keeps the key, and finds what may have been done.
 */
export async function doOnce<T>(
  { database }: Billing,
  userId: string,
  words: unknown,
  request: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const { rows } = await database.asService.query<{ customer_key: string }>({
    text: 'select customer_key from public.subscriptions where user_id = $1',
    values: [userId],
  });
  const key = rows[0]?.customer_key;
  try {
    return await request(
      createHash('sha256')
        .update(JSON.stringify([key, words]))
        .digest('hex'),
    );
  } catch (error) {
    if (!isUnreachable(error)) {
      await database.asService.query({
        text: `update public.subscriptions set customer_key = gen_random_uuid()
          where user_id = $1 and customer_key = $2`,
        values: [userId, key],
      });
    }
    throw error;
  }
}
