import * as z from 'zod/mini';
import type { NotOn } from './staff.ts';

/** The filters of the list: every state of a row, and those that end instead of renewing. */
export const membershipFilters = [
  'active',
  'trialing',
  'ending',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
] as const;

/** Stripe's states in our words. */
export const membershipStatusWords: Readonly<Record<string, string>> = {
  active: 'Runs',
  trialing: 'On trial',
  past_due: 'Payment owed',
  unpaid: 'Unpaid',
  canceled: 'Ended',
  paused: 'Paused',
  incomplete: 'Not paid for yet',
  incomplete_expired: 'Never paid for',
};

/** The reasons for cancelling that Stripe's portal offers. */
export const leavingWords: Readonly<Record<string, string>> = {
  customer_service: 'Poor support',
  low_quality: 'Poor quality',
  missing_features: 'Something is missing',
  other: 'Something else',
  switched_service: 'Another service',
  too_complex: 'Too complicated',
  too_expensive: 'Too expensive',
  unused: 'Not used enough',
};

export type MembershipRow = {
  id: string;
  email: string | null;
  name: string | null;
  company: string | null;
  status: string;
  is_ending: boolean;
  has_access: boolean;
  started_at: string;
  current_period_end: string | null;
  amount: number | null;
  currency: string | null;
  price_interval: string | null;
  /** Nothing is charged meanwhile, but access continues. */
  charges_paused: boolean;
};

export type PaymentAct = {
  id: string;
  kind: 'refund' | 'cancel-at-end' | 'cancel-now';
  charge_id: string | null;
  amount: number | null;
  reason: string;
  by: string | null;
  asked_at: string;
  state: 'asked' | 'done' | 'refused';
  outcome: string | null;
};

/** Stripe keeps calling a charge disputed long after the dispute has ended. */
export const disputeWords = {
  open: 'disputed: answer it in Stripe’s dashboard',
  answered: 'disputed and answered: the bank decides',
  won: 'was disputed: the bank has decided for you',
  lost: 'was disputed: the bank has given the money back, so there is nothing to refund',
  over: 'the bank asked about it, and left it at that',
} as const;

export type StripeCharge = {
  id: string;
  created_at: string;
  amount: number;
  refunded: number;
  /** The state of a dispute that the buyer opened with their bank, as far as Stripe tells. */
  dispute: keyof typeof disputeWords | null;
  currency: string;
  status: string;
  receipt: string | null;
};

/** Nothing is charged meanwhile, but access continues: Stripe calls it active. Null unless somebody paused it. */
type PausedCollection = {
  /** Null if it stays paused until somebody resumes it. */
  until: string | null;
} | null;

/** One subscription at Stripe. A person has several if they came back, or if they are charged twice. */
export type StripeSubscription = {
  id: string;
  status: string;
  is_ending: boolean;
  amount: number | null;
  currency: string | null;
  price_interval: string | null;
  started_at: string | null;
  /** When it was last cancelled, unless that was undone. */
  cancelled_at: string | null;
  ended_at: string | null;
  collection_paused: PausedCollection;
  current_period_end: string | null;
  /** The reason given to Stripe. */
  why: string | null;
};

/** The state of a membership from a moment on, as the site learned it. */
export type MembershipChange = Pick<
  MembershipRow,
  | 'status'
  | 'is_ending'
  | 'current_period_end'
  | 'amount'
  | 'currency'
  | 'price_interval'
  | 'charges_paused'
> & { id: string; at: string };

/** What Stripe says now, or why it does not answer. */
export type StripeWord =
  | { kind: 'silent'; words: string }
  | { kind: 'unknown' }
  | {
      kind: 'known';
      isLive: boolean;
      /** The customer in Stripe's dashboard; the sandbox has none. */
      dashboard: string | null;
      state: {
        status: string;
        current_period_end: string | null;
        is_ending: boolean;
        why: string | null;
        collection_paused: PausedCollection;
        amount: number | null;
        currency: string | null;
      };
      /** Newest first. */
      subscriptions: StripeSubscription[];
      /** Newest first. */
      charges: StripeCharge[];
      /** There are older ones, which Stripe’s dashboard shows. */
      has_older_charges: boolean;
      /** Where our row differs: for hours at most, until the next comparison. */
      differences: { name: string; ours: string; theirs: string }[];
    };

export type MembershipPage = {
  not_on: NotOn;
  ours: MembershipRow & {
    subscription_id: string;
    asked_at: string;
    /** Until when the paid period, or the grace period, gives access. */
    paid_until: string | null;
  };
  stripe: StripeWord;
  /** Newest first. */
  changes: MembershipChange[];
  has_older_changes: boolean;
  /** Newest first. */
  acts: PaymentAct[];
  has_older_acts: boolean;
};

const one = {
  /** Created when the act begins, so that a retry is the same act. */
  id: z.uuid(),
  person: z.uuid(),
};
export const refundSchema = z.object({
  ...one,
  charge: z.string().check(z.regex(/^(ch|py)_\w{1,200}$/)),
  amount: z.int().check(z.minimum(1), z.maximum(100_000_000)),
  /** How much had been refunded when the owner looked. */
  refunded: z.int().check(z.minimum(0)),
});
export const cancelSchema = z.object({ ...one, when: z.enum(['at-end', 'now']) });

type Renewing = Pick<MembershipRow, 'status' | 'is_ending' | 'charges_paused'>;

/** What happens at the end of its period, as a value and in a sentence. */
export const renewalWords = {
  yes: ['Yes', 'renews'],
  uncharged: ['Yes, uncharged', 'renews uncharged'],
  unpaid: ['Once what is owed is paid', 'renews once what is owed is paid'],
  paused: ['Once it is resumed', 'renews once it is resumed'],
  no: ['No', 'does not renew'],
} as const;

/** Stripe does not charge for unpaid or paused memberships, and continues when somebody pays or resumes. */
export function renewalOf({ status, is_ending, charges_paused }: Renewing) {
  if (is_ending) return 'no';
  if (status === 'unpaid' || status === 'paused') return status;
  if (!['active', 'trialing', 'past_due'].includes(status)) return 'no';
  return charges_paused ? 'uncharged' : 'yes';
}

/** Whether the card is charged automatically. */
export const isCharged = (each: StripeSubscription) =>
  renewalOf({ ...each, charges_paused: each.collection_paused !== null }) === 'yes';

/** The tone of a state: overdue is never good, though access continues for some days. */
export const toneOf = (status: string, isWell: boolean) =>
  status === 'past_due' || status === 'unpaid' ? 'danger' : isWell ? 'good' : 'plain';

export function moneyOf(amount: number | null, currency: string | null): string {
  if (amount === null || !currency) return '—';
  const form = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return form.format(amount / unitsOf(form));
}

export function priceOf({
  amount,
  currency,
  price_interval: interval,
}: Pick<MembershipRow, 'amount' | 'currency' | 'price_interval'>): string {
  return moneyOf(amount, currency) + (interval ? ` a ${interval}` : '');
}

/** How many of the smallest unit make one: a hundred cents, one yen. */
function unitsOf(form: Intl.NumberFormat): number {
  return 10 ** (form.resolvedOptions().maximumFractionDigits ?? 2);
}

/** As a decimal for tables: 4999 cents are 49.99. */
export function inUnits(amount: number | null, currency: string | null): number | null {
  if (amount === null || !currency) return null;
  return amount / unitsOf(new Intl.NumberFormat('en-US', { style: 'currency', currency }));
}

/** A typed amount in the smallest unit; undefined if it is not one. */
export function amountOf(text: string, currency: string): number | undefined {
  const form = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = form.resolvedOptions().maximumFractionDigits ?? 2;
  // Also as the screen shows it: $1,234.50.
  const plain = text
    .trim()
    .replace(/^\$/, '')
    .replace(/^\d{1,3}(,\d{3})+(?=\.|$)/, (whole) => whole.replaceAll(',', ''));
  const pattern = digits ? new RegExp(`^\\d{1,7}(\\.\\d{1,${digits}})?$`) : /^\d{1,9}$/;
  if (!pattern.test(plain)) return undefined;
  const [whole = '0', part = ''] = plain.split('.');
  return Number(whole) * unitsOf(form) + Number(part.padEnd(digits, '0') || 0);
}
