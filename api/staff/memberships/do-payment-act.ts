import type Stripe from 'stripe';
import type { Billing } from '../../billing/context.ts';
import { blockMark } from '../../billing/follow-block.ts';
import { isEnding } from '../../billing/membership-state.ts';
import { isStripeFailure, isUnreachable } from '../../billing/stripe-failure.ts';
import { syncCustomer } from '../../billing/sync-customer.ts';
import type { Work } from '../../subject.ts';

type Act = {
  id: string;
  customer_id: string;
  kind: 'refund' | 'cancel-at-end' | 'cancel-now';
  charge_id: string;
  amount: number;
  refunded_before: number;
  subscription_id: string;
  state: 'asked' | 'done' | 'refused';
  outcome: string | null;
  failures: number;
};

/** The result; `asked` while it is unknown. */
type Outcome = { state: Act['state']; outcome: string | null };

/** A request that cannot be fulfilled, with a message for the person who made it. */
class Refused extends Error {}

/** The act's number, in the metadata of what it created at Stripe, so that a retry finds it even a day later. */
const mark = 'staff_act';

const waits: Outcome = {
  state: 'asked',
  outcome:
    'Stripe did not answer. It is asked again by itself until it does, and does this once, however often it is asked. Check back in a few minutes.',
};

/** Does what an owner requested. Safe to run twice, even concurrently: from the request and from the queue. */
export async function doPaymentAct(
  billing: Billing,
  id: string,
  report: (error: unknown) => void,
): Promise<Outcome> {
  const act = await read(billing, id);
  if (!act) return { state: 'refused', outcome: 'The account is gone.' };
  if (act.state !== 'asked') return act;
  try {
    const stripe = await billing.payments.getStripe();
    const { words, before, after } =
      act.kind === 'refund' ? await refund(stripe, act) : await cancel(stripe, act);
    await end(billing, id, true, words, before, after);
  } catch (error) {
    const words = refusalIn(error);
    if (words === undefined) {
      if (!isStripeFailure(error)) throw error;
      // Stripe would repeat its own error for this key for a day, so the next attempt needs another one.
      if (!isUnreachable(error)) await countFailure(billing, id);
      return waits;
    }
    if (!(error instanceof Refused)) report(error);
    await end(billing, id, false, words);
  }
  // An event reports the change too, and it is compared within the hour.
  await syncCustomer(billing, act.customer_id).catch(report);
  const { state, outcome } = (await read(billing, id)) ?? act;
  return { state, outcome };
}

/** From the queue, as long as there was no answer. */
export async function doPaymentTask({ billing, note }: Work, { id }: { id: string }) {
  if (!billing) throw new Error('No payment service is set up.');
  const { state } = await doPaymentAct(billing, id, (error) => note({ failed: String(error) }));
  if (state === 'asked') throw new Error('The payment service did not answer.');
}

type Did = { words: string; before: object; after: object };

async function refund(stripe: Stripe, act: Act): Promise<Did> {
  const { charge_id: charge, amount, id } = act;
  const paid = await stripe.charges.retrieve(charge);
  const customer = typeof paid.customer === 'string' ? paid.customer : paid.customer?.id;
  if (customer !== act.customer_id)
    throw new Refused('This charge does not belong to this person.');
  const { data } = await stripe.refunds.list({ charge, limit: 100 });
  let made = data.find(({ metadata }) => metadata?.[mark] === id);
  if (!made) {
    if (paid.amount_refunded !== act.refunded_before) {
      throw new Refused('Part of this charge has since been refunded. Look again.');
    }
    if (amount > paid.amount - paid.amount_refunded) {
      throw new Refused('This is more than is left of the charge.');
    }
    made = await stripe.refunds.create(
      { charge, amount, reason: 'requested_by_customer', metadata: { [mark]: id } },
      { idempotencyKey: `${id}-${act.failures}` },
    );
  }
  if (made.status === 'failed' || made.status === 'canceled') {
    throw new Refused('Stripe could not refund the charge. Its dashboard says why.');
  }
  return {
    words:
      made.status === 'succeeded' ? 'The money is on its way back.' : 'Stripe has taken it on.',
    before: { charge, paid: paid.amount, refunded: act.refunded_before },
    after: { charge, refunded: act.refunded_before + made.amount, refund: made.id },
  };
}

async function cancel(stripe: Stripe, act: Act): Promise<Did> {
  const { id, kind, subscription_id: subscription } = act;
  const found = await stripe.subscriptions.retrieve(subscription);
  const { status, metadata } = found;
  const before = { status, isEnding: isEnding(found) };
  const isMine = metadata[mark] === id;
  if (status === 'canceled' && !isMine) throw new Refused('This membership has already ended.');
  if (kind === 'cancel-at-end') {
    if (before.isEnding && !isMine)
      throw new Refused('This membership already ends with its period.');
    // Lifting a block must not bring it back either.
    await stripe.subscriptions.update(subscription, {
      cancel_at_period_end: true,
      metadata: { [mark]: id, [blockMark]: '' },
    });
    return { words: 'It ends with its period.', before, after: { status, isEnding: true } };
  }
  if (status !== 'canceled') {
    // First marks that access ends with it (membership-state.ts): if the process dies here, a later run continues.
    await stripe.subscriptions.update(subscription, {
      metadata: { [mark]: id, [blockMark]: '', access: 'ended' },
    });
    await stripe.subscriptions.cancel(subscription).catch(async (error: unknown) => {
      // The SDK retried because it lost the first answer: by then the subscription can no longer be cancelled.
      const now = await stripe.subscriptions.retrieve(subscription);
      if (now.status !== 'canceled') throw error;
    });
  }
  return { words: 'It has ended, and the access with it.', before, after: { status: 'canceled' } };
}

/** The reason for Stripe's refusal; undefined if a retry may succeed. */
function refusalIn(error: unknown): string | undefined {
  if (error instanceof Refused) return error.message;
  if (!isStripeFailure(error) || isUnreachable(error)) return undefined;
  const status = error.statusCode ?? 500;
  if (status >= 500 || status === 429) return undefined;
  return `Stripe refused: ${error.message}`;
}

async function read({ database }: Billing, id: string): Promise<Act | undefined> {
  const { rows } = await database.asService.query<Act>({
    text: `select id, customer_id, kind, charge_id, amount::float8, refunded_before::float8, subscription_id, state,
        outcome, failures from staff.read_payment_act($1)`,
    values: [id],
  });
  return rows[0];
}

async function end(
  { database }: Billing,
  id: string,
  isDone: boolean,
  words: string,
  before?: object,
  after?: object,
) {
  await database.asService.query({
    text: 'select staff.end_payment_act($1, $2, $3, $4, $5)',
    values: [
      id,
      isDone,
      words,
      before ? JSON.stringify(before) : null,
      after ? JSON.stringify(after) : null,
    ],
  });
}

async function countFailure({ database }: Billing, id: string) {
  await database.asService.query({
    text: 'select staff.count_payment_failure($1)',
    values: [id],
  });
}
