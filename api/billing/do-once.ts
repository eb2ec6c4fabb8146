import { createHash } from 'node:crypto';
import type { Billing } from './context.ts';
import { isUnreachable } from './stripe-failure.ts';

/**
 * Makes a request that must not be executed twice: the same parameters from the same person get the same idempotency
 * key. Stripe repeats its answer to a key for a day, even a failure of its own, so after an error response the next
 * attempt gets a new key. Without any response the key is kept, and the next attempt finds what may have been done.
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
