import {
  areSamePrice,
  firstStatedPrice,
  membershipPrice,
  statedAs,
} from '#domain/membership/price.ts';
import { wordsOf } from '#domain/site/words.ts';
import { wordKinds } from './kinds.ts';

/** For screens that React hydrates: they render the same words, so they are sent those that differ from the release. */
export function wordsForBrowser(): string | undefined {
  const published = wordKinds.flatMap(({ name, isInBrowser }) => {
    const words = isInBrowser && wordsOf<unknown>(name, undefined);
    return words ? [[name, words] as const] : [];
  });
  const price = membershipPrice();
  // No script contains the price; the released one is the browser's default.
  if (price.isPlusTax || !areSamePrice(price, statedAs(firstStatedPrice)))
    published.push(['membership-price', price]);
  return published.length > 0 ? JSON.stringify(Object.fromEntries(published)) : undefined;
}
