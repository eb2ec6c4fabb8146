import { expect, it } from 'vitest';
import { amountOf, moneyOf } from './memberships.ts';

it.each([
  ['49.99', 4_999],
  ['49.9', 4_990],
  ['$49', 4_900],
  // As the page itself writes what is left of twenty-five seats.
  [moneyOf(124_975, 'usd'), 124_975],
  ['1,249', 124_900],
  ['12,49', undefined],
  ['1,24,9.75', undefined],
  ['49.999', undefined],
  ['-5', undefined],
  ['', undefined],
])('what an owner types to refund, “%s”, is %s', (typed, cents) => {
  expect(amountOf(typed, 'usd')).toBe(cents);
});
