import { wordsOf } from '../site/words.ts';
import { writeSmallestParts } from '../text/money.ts';

/** What a membership costs: `amount` in the smallest unit of the currency. */
export type MembershipPrice = {
  amount: number;
  currency: string;
  period: 'day' | 'week' | 'month' | 'year';
  periods: number;
  /** Tax comes to it where it applies, as the payment service works it out. */
  isPlusTax?: boolean;
};

/** As the specification states it, in US dollars for a month, until an owner states another. */
export const firstStatedPrice = 49.99;

export const statedAs = (dollars: number): MembershipPrice => ({
  ...{ amount: Math.round(dollars * 100), currency: 'usd', period: 'month', periods: 1 },
});

/** What is charged, as the payment service said it last; before that, what is stated. */
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

/** Before tax, which is nobody's to state. */
export const areSamePrice = (one: MembershipPrice, other: MembershipPrice) =>
  one.amount === other.amount &&
  one.currency === other.currency &&
  one.period === other.period &&
  one.periods === other.periods;
