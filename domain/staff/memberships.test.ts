import { expect, it } from 'vitest';
import { amountOf, moneyOf, renewalOf } from './memberships.ts';

it.each([
  ['49.99', 4_999],
  ['49.9', 4_990],
  ['$49', 4_900],
  // As the page itself shows what is left of the price of twenty-five seats.
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

it.each([
  ['active', {}, 'yes'],
  ['past_due', {}, 'yes'],
  ['active', { charges_paused: true }, 'uncharged'],
  ['unpaid', {}, 'unpaid'],
  ['paused', {}, 'paused'],
  ['active', { is_ending: true }, 'no'],
  ['unpaid', { is_ending: true }, 'no'],
  ['canceled', {}, 'no'],
  ['incomplete', {}, 'no'],
])('of one that is %s %o the renewal is: %s', (status, more, renewal) => {
  expect(renewalOf({ status, is_ending: false, charges_paused: false, ...more })).toBe(renewal);
});
