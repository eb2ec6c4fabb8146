import type Stripe from 'stripe';
import { z } from 'zod';
import {
  leavingWords,
  type MembershipPage,
  type PaymentAct,
  type StripeCharge,
  type StripeWord,
} from '#domain/staff/memberships.ts';
import type { Billing } from '../../billing/context.ts';
import {
  expansions,
  type MembershipState,
  membershipState,
} from '../../billing/membership-state.ts';
import { atStripe, isMissingCustomer, isStripeFailure } from '../../billing/stripe-failure.ts';
import { ApiError } from '../../errors.ts';
import type { ServerFunction } from '../../functions/context.ts';
import { staffLook } from '../as-staff.ts';

type Ours = MembershipPage['ours'] & { customer_id: string };
type Read = Pick<MembershipPage, 'acts' | 'not_on'> & { ours: Ours };

const look = staffLook({
  minimum: 'staff',
  input: z.object({ person: z.uuid() }),
  looksAt: ({ person }) => ({ act: 'look-membership', subject: { kind: 'person', id: person } }),
  async read({ session, input: { person } }): Promise<Read> {
    const { rows } = await session.query<Ours & Pick<Read, 'not_on'>>({
      text: `select id, email, name, company, status, is_ending, has_access, started_at, current_period_end,
          amount::float8, currency, price_interval, subscription_id, customer_id, asked_at, staff.not_on(id) as not_on
        from staff.memberships where id = $1`,
      values: [person],
    });
    const [found] = rows;
    if (!found) throw new ApiError('no_customer');
    const { not_on, ...ours } = found;
    const { rows: acts } = await session.query<PaymentAct>({
      text: `select a.id, a.kind, a.charge_id, a.amount::float8, a.reason, a.asked_at, a.state, a.outcome,
          (select t.email from staff.team as t where t.id = a.asked_by) as by
        from staff.payment_acts as a where a.user_id = $1 order by a.asked_at desc limit 50`,
      values: [person],
    });
    return { ours, not_on, acts };
  },
});

/** One membership as we have it, beside what the payment service says at this moment. */
export const lookMembership: ServerFunction = async (functions, call) => {
  const found = (await look(functions, call)) as Read;
  const { customer_id: customer, ...ours } = found.ours;
  // Once the transaction is over: it waits for nobody's network.
  const stripe = await askStripe(functions.billing, customer, ours, functions.reportBug);
  return { ours, not_on: found.not_on, stripe, acts: found.acts } satisfies MembershipPage;
};

async function askStripe(
  billing: Billing | undefined,
  customer: string,
  ours: MembershipPage['ours'],
  report: (error: unknown) => void,
): Promise<StripeWord> {
  if (!billing) return { kind: 'silent', words: 'No payment service is set up on this site.' };
  try {
    const work = () => readStripe(billing, customer, ours);
    return await atStripe('Stripe refused to tell. Is the secret key right?', work, report);
  } catch (error) {
    if (isMissingCustomer(error)) return { kind: 'unknown' };
    if (!(error instanceof ApiError)) throw error;
    const words =
      error.code === 'payments_unreachable'
        ? 'Stripe does not answer at the moment. What stands here is our own record. Try again in a few minutes.'
        : error.message;
    return { kind: 'silent', words };
  }
}

async function readStripe(
  { payments }: Billing,
  customer: string,
  ours: MembershipPage['ours'],
): Promise<StripeWord> {
  const stripe = await payments.getStripe();
  const found = await Promise.all([
    stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
      expand: expansions.map((name) => `data.${name}`),
    }),
    stripe.charges.list({ customer, limit: 50 }),
  ]).catch((error: unknown) => {
    if (isMissingCustomer(error)) return undefined;
    throw error;
  });
  if (!found) return { kind: 'unknown' };
  const [subscriptions, charges] = found;
  const state = membershipState(subscriptions.data, {
    now: Date.now(),
    graceDays: payments.graceDays,
  });
  const isLive = subscriptions.data[0]?.livemode ?? false;
  const isSandbox = stripe.getApiField('host') === '127.0.0.1';
  return {
    kind: 'known',
    isLive,
    dashboard: isSandbox
      ? null
      : `https://dashboard.stripe.com/${isLive ? '' : 'test/'}customers/${customer}`,
    state: {
      status: state.status,
      current_period_end: state.current_period_end?.toISOString() ?? null,
      is_ending: state.cancel_at_period_end,
      why: whyOf(subscriptions.data.find(({ id }) => id === state.subscription_id)),
      amount: state.amount,
      currency: state.currency,
    },
    subscriptions: subscriptions.data.length,
    charges: await Promise.all(charges.data.map((charge) => chargeOf(stripe, charge))),
    differences: differencesOf(ours, state),
  };
}

function whyOf(subscription: Stripe.Subscription | undefined): string | null {
  const { reason, feedback, comment } = subscription?.cancellation_details ?? {};
  // Whoever changes their mind stays, whatever they had said.
  if (!reason) return null;
  // By the link of an older mail it may have been paid since.
  if (reason === 'payment_failed') return 'Nobody paid in time';
  if (reason === 'payment_disputed') return 'The payment was disputed';
  const said = [feedback && (leavingWords[feedback] ?? feedback), comment && `“${comment}”`];
  return said.filter(Boolean).join(': ') || null;
}

async function chargeOf(stripe: Stripe, charge: Stripe.Charge): Promise<StripeCharge> {
  return {
    id: charge.id,
    created_at: new Date(charge.created * 1000).toISOString(),
    amount: charge.amount,
    refunded: charge.amount_refunded,
    dispute: charge.disputed ? await disputeOf(stripe, charge.id) : null,
    currency: charge.currency,
    status: charge.status,
    receipt: charge.receipt_url,
  };
}

async function disputeOf(stripe: Stripe, charge: string): Promise<StripeCharge['dispute']> {
  const { data } = await stripe.disputes.list({ charge, limit: 1 }).catch((error: unknown) => {
    // A key that may not read them: the dashboard says more.
    if (isStripeFailure(error) && error.statusCode === 403) return { data: [] };
    throw error;
  });
  return nameOfDispute[data[0]?.status ?? ''] ?? 'open';
}

const nameOfDispute: Record<string, StripeCharge['dispute']> = {
  under_review: 'answered',
  warning_under_review: 'answered',
  appeal_under_review: 'answered',
  won: 'won',
  prevented: 'won',
  lost: 'lost',
  warning_closed: 'over',
};

function differencesOf(ours: MembershipPage['ours'], theirs: MembershipState) {
  const moment = (at: Date | string | null) => (at ? new Date(at).toISOString() : 'none');
  const yes = (is: boolean) => (is ? 'yes' : 'no');
  return [
    { name: 'State', ours: ours.status, theirs: theirs.status },
    {
      name: 'Period ends',
      ours: moment(ours.current_period_end),
      theirs: moment(theirs.current_period_end),
    },
    {
      name: 'Ends instead of renewing',
      ours: yes(ours.is_ending),
      theirs: yes(theirs.cancel_at_period_end),
    },
    {
      name: 'Subscription',
      ours: ours.subscription_id,
      theirs: theirs.subscription_id ?? 'none',
    },
    {
      name: 'Price',
      ours: `${ours.amount ?? 'none'} ${ours.currency ?? ''}`.trim(),
      theirs: `${theirs.amount ?? 'none'} ${theirs.currency ?? ''}`.trim(),
    },
  ].filter((each) => each.ours !== each.theirs);
}
