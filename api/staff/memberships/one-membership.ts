import type Stripe from 'stripe';
import { z } from 'zod';
import {
  leavingWords,
  type MembershipChange,
  type MembershipPage,
  membershipStatusWords,
  moneyOf,
  type PaymentAct,
  type StripeCharge,
  type StripeSubscription,
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
type Read = Omit<MembershipPage, 'ours' | 'stripe'> & { ours: Ours };

const look = staffLook({
  minimum: 'staff',
  input: z.object({ person: z.uuid() }),
  looksAt: ({ person }) => ({ act: 'look-membership', subject: { kind: 'person', id: person } }),
  async read({ session, input: { person } }): Promise<Read> {
    const { rows } = await session.query<Ours & Pick<Read, 'not_on'>>({
      text: `select id, email, name, company, status, is_ending, has_access, started_at, current_period_end,
          amount::float8, currency, price_interval, charges_paused, subscription_id, customer_id, asked_at,
          paid_until, staff.not_on(id) as not_on
        from staff.memberships where id = $1`,
      values: [person],
    });
    const [found] = rows;
    if (!found) throw new ApiError('no_customer');
    const { not_on, ...ours } = found;
    const { rows: acts } = await session.query<PaymentAct>({
      text: `select a.id, a.kind, a.charge_id, a.amount::float8, a.reason, a.asked_at, a.state, a.outcome,
          (select t.email from staff.team as t where t.id = a.asked_by) as by
        from staff.payment_acts as a where a.user_id = $1 order by a.asked_at desc limit $2`,
      values: [person, mostActs + 1],
    });
    const { rows: changes } = await session.query<MembershipChange>({
      // Ordered by the number itself, not by its text.
      text: `select c.id::text, c.at, c.status, c.is_ending, c.current_period_end, c.amount::float8, c.currency,
          c.price_interval, c.charges_paused
        from staff.membership_changes as c where c.user_id = $1 order by c.id desc limit $2`,
      values: [person, mostChanges + 1],
    });
    return {
      ours,
      not_on,
      acts: acts.slice(0, mostActs),
      has_older_acts: acts.length > mostActs,
      changes: changes.slice(0, mostChanges),
      has_older_changes: changes.length > mostChanges,
    };
  },
});

const mostActs = 50;
const mostChanges = 100;

/** One membership as stored here, beside what the payment service says right now. */
export const lookMembership: ServerFunction = async (functions, call) => {
  const { ours: known, ...found } = (await look(functions, call)) as Read;
  const { customer_id: customer, ...ours } = known;
  // After the transaction, which must not wait for anybody's network.
  const stripe = await askStripe(functions.billing, customer, ours, functions.reportBug);
  return { ...found, ours, stripe } satisfies MembershipPage;
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
    stripe.charges.list({ customer, limit: mostCharges }),
  ]).catch((error: unknown) => {
    if (isMissingCustomer(error)) return undefined;
    throw error;
  });
  if (!found) return { kind: 'unknown' };
  const [subscriptions, charges] = found;
  const rules = { now: Date.now(), graceDays: payments.graceDays };
  const state = membershipState(subscriptions.data, rules);
  const current = subscriptions.data.find(({ id }) => id === state.subscription_id);
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
      current_period_end: isoOf(state.current_period_end),
      is_ending: state.cancel_at_period_end,
      why: whyOf(current),
      collection_paused: pausedIn(current),
      amount: state.amount,
      currency: state.currency,
    },
    subscriptions: subscriptions.data.map((each) => subscriptionOf(each, rules)),
    charges: await Promise.all(charges.data.map((charge) => chargeOf(stripe, charge))),
    has_older_charges: charges.has_more,
    differences: differencesOf(ours, state),
  };
}

/** The most that Stripe returns at once. */
const mostCharges = 100;

type Rules = Parameters<typeof membershipState>[1];

function subscriptionOf(subscription: Stripe.Subscription, rules: Rules): StripeSubscription {
  const { status, amount, currency, price_interval, ...state } = membershipState(
    [subscription],
    rules,
  );
  const at = (seconds: number | null) =>
    seconds === null ? null : isoOf(new Date(seconds * 1000));
  // One that expired by itself was cancelled by nobody, although Stripe gives a date.
  const isAsked = subscription.cancellation_details?.reason === 'cancellation_requested';
  return {
    id: subscription.id,
    ...{ status, amount, currency, price_interval },
    is_ending: state.cancel_at_period_end,
    started_at: isoOf(state.started_at),
    cancelled_at: isAsked ? at(subscription.canceled_at) : null,
    ended_at: at(subscription.ended_at),
    collection_paused: pausedIn(subscription),
    current_period_end: isoOf(state.current_period_end),
    why: whyOf(subscription),
  };
}

/** Paused in the dashboard, which leaves the status unchanged. */
function pausedIn(
  subscription: Stripe.Subscription | undefined,
): StripeSubscription['collection_paused'] {
  const paused = subscription?.pause_collection;
  if (!paused) return null;
  const { resumes_at: resumes } = paused;
  return { until: resumes ? isoOf(new Date(resumes * 1000)) : null };
}

const isoOf = (date: Date | null) => date?.toISOString() ?? null;

function whyOf(subscription: Stripe.Subscription | undefined): string | null {
  const { reason, feedback, comment } = subscription?.cancellation_details ?? {};
  // People who changed their mind stay, whatever they had said.
  if (!reason) return null;
  // It may have been paid since, through the link in an older email.
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
    // A key that may not read them: the dashboard shows more.
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

/** Compared as raw values, and described in the words of the page. */
function differencesOf(ours: MembershipPage['ours'], theirs: MembershipState) {
  const yes = (is: boolean) => (is ? 'yes' : 'no');
  const moment = (at: Date | string | null) =>
    at ? `${new Date(at).toLocaleString('en-US', inUtc)} UTC` : 'none';
  const state = (status: string) => membershipStatusWords[status] ?? status;
  const isSameMoment =
    Number(new Date(ours.current_period_end ?? 0)) === Number(theirs.current_period_end ?? 0);
  const isSamePrice = ours.amount === theirs.amount && ours.currency === theirs.currency;
  return [
    {
      name: 'State',
      isSame: ours.status === theirs.status,
      ours: state(ours.status),
      theirs: state(theirs.status),
    },
    {
      name: 'Period ends',
      isSame: isSameMoment,
      ours: moment(ours.current_period_end),
      theirs: moment(theirs.current_period_end),
    },
    {
      name: 'Ends instead of renewing',
      isSame: ours.is_ending === theirs.cancel_at_period_end,
      ours: yes(ours.is_ending),
      theirs: yes(theirs.cancel_at_period_end),
    },
    {
      name: 'Payments paused',
      isSame: ours.charges_paused === theirs.charges_paused,
      ours: yes(ours.charges_paused),
      theirs: yes(theirs.charges_paused),
    },
    {
      name: 'Number of the subscription',
      isSame: ours.subscription_id === theirs.subscription_id,
      ours: ours.subscription_id,
      theirs: theirs.subscription_id ?? 'none',
    },
    {
      name: 'Price',
      isSame: isSamePrice,
      ours: moneyOf(ours.amount, ours.currency),
      theirs: moneyOf(theirs.amount, theirs.currency),
    },
  ].flatMap(({ isSame, ...said }) => (isSame ? [] : [said]));
}

const inUtc = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const;
