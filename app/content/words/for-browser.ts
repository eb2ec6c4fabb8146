import {
  areSamePrice,
  firstStatedPrice,
  membershipPrice,
  statedAs,
} from '#domain/membership/price.ts';
import { wordsOf } from '#domain/site/words.ts';
import { wordKinds } from './kinds.ts';

/** For a screen that React takes over: it draws the same words, and is told of those that are not in its script. */
export function wordsForBrowser(): string | undefined {
  const published = wordKinds.flatMap(({ name, isInBrowser }) => {
    const words = isInBrowser && wordsOf<unknown>(name, undefined);
    return words ? [[name, words] as const] : [];
  });
  const price = membershipPrice();
  // It stands in no script; the first is what the browser has anyway.
  if (price.isPlusTax || !areSamePrice(price, statedAs(firstStatedPrice)))
    published.push(['membership-price', price]);
  return published.length > 0 ? JSON.stringify(Object.fromEntries(published)) : undefined;
}
