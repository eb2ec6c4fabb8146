import type Stripe from 'stripe';
import type { FunctionCall, Functions } from '../functions/context.ts';
import type { Billing } from './context.ts';
import { doOnce } from './do-once.ts';

export type Buyer = { id: string; email: string | null; name: string | undefined };

/** The only customer of a person: known, found or created, even if two requests ask at once. */
export async function ensureCustomer(
  billing: Billing,
  buyer: Buyer,
): Promise<{ id: string; isNew: boolean }> {
  const known = await readKnown(billing, buyer.id);
  if (known) return { id: known, isNew: false };
  const stripe = await billing.payments.getStripe();
  const found = await findCustomer(stripe, buyer);
  const made = found ?? (await makeCustomer(billing, stripe, buyer));
  // The first write wins; the other request continues with that customer.
  const { rows } = await billing.database.asService.query<{ customer_id: string }>({
    text: `update public.subscriptions set customer_id = coalesce(customer_id, $2)
      where user_id = $1 returning customer_id`,
    values: [buyer.id, made],
  });
  return { id: rows[0]?.customer_id ?? made, isNew: !found };
}

async function readKnown({ database }: Billing, userId: string): Promise<string | null> {
  return database.asService.transaction(async (session) => {
    await session.query({
      text: 'insert into public.subscriptions (user_id) values ($1) on conflict do nothing',
      values: [userId],
    });
    const { rows } = await session.query<{ customer_id: string | null }>({
      text: 'select customer_id from public.subscriptions where user_id = $1',
      values: [userId],
    });
    return rows[0]?.customer_id ?? null;
  });
}

/** Created by an earlier request whose answer was lost. */
async function findCustomer(stripe: Stripe, { id, email }: Buyer): Promise<string | undefined> {
  if (!email) return undefined;
  const { data } = await stripe.customers.list({ email, limit: 100 });
  return data.find(({ metadata }) => metadata.user_id === id)?.id;
}

async function makeCustomer(billing: Billing, stripe: Stripe, { id, email, name }: Buyer) {
  const params = { email: email ?? undefined, name, metadata: { user_id: id } };
  const made = await doOnce(billing, id, params, (idempotencyKey) =>
    stripe.customers.create(params, { idempotencyKey }),
  );
  return made.id;
}

/** The caller's customer, if there is one; with an age, only if the last answer is older than that. */
export async function readOwnCustomer(
  { database }: Pick<Functions, 'database'>,
  { caller }: Pick<FunctionCall, 'caller'>,
  olderThanSeconds = 0,
): Promise<string | undefined> {
  const { rows } = await database.askAs<{ id: string | null }>(caller, {
    name: 'own-customer',
    text: 'select private.own_customer($1) as id',
    values: [olderThanSeconds],
  });
  return rows[0]?.id ?? undefined;
}
