import { wordsOf } from '../site/words.ts';
import { writeSmallestParts } from '../text/money.ts';

/** The price of a membership: `amount` in the smallest unit of the currency. */
export type MembershipPrice = {
  amount: number;
  currency: string;
  period: 'day' | 'week' | 'month' | 'year';
  periods: number;
  /** Tax is added where it applies, as calculated by the payment service. */
  isPlusTax?: boolean;
};

/** In US dollars per month, from the specification, until an owner states another. */
export const firstStatedPrice = 49.99;

export const statedAs = (dollars: number): MembershipPrice => ({
  ...{ amount: Math.round(dollars * 100), currency: 'usd', period: 'month', periods: 1 },
});

/** What the payment service last reported as charged; until then, the stated price. */
export function membershipPrice(): MembershipPrice {
  const charged = wordsOf<MembershipPrice | null>('membership-price', null);
  if (charged) return charged;
  const { statedPrice } = wordsOf('plans', { statedPrice: firstStatedPrice });
  return statedAs(statedPrice);
}

/** `$49.99` and `per month`. */
export function priceInWords({ amount, currency, period, periods, isPlusTax }: MembershipPrice) {
  const per = periods === 1 ? `per ${period}` : `every ${periods} ${period}s`;
  return {
    amount: writeSmallestParts(amount, currency.toUpperCase()),
    per: isPlusTax ? `${per}, plus tax where it applies` : per,
  };
}

/** Compares without tax, which nobody can state in advance. */
export const areSamePrice = (one: MembershipPrice, other: MembershipPrice) =>
  one.amount === other.amount &&
  one.currency === other.currency &&
  one.period === other.period &&
  one.periods === other.periods;
