import { type WordField, type WordFields, wordKind } from '#domain/site/word-kinds.ts';
import { firstPlans, type PlansWords, plans } from '../plans.ts';

const planFields = (hasPrice: boolean): WordFields => ({
  name: { type: 'line', label: 'Name', most: 40 },
  ...(hasPrice && { price: { type: 'line', label: 'Price, in words', most: 60 } as const }),
  summary: { type: 'text', label: 'What it is for', most: 200 },
  features: {
    type: 'list',
    label: 'What it includes',
    itemName: 'Point',
    least: 1,
    most: 8,
    key: 'title',
    fields: {
      title: { type: 'line', label: 'Point', most: 60 },
      text: { type: 'text', label: 'What it means', most: 200 },
    },
  },
  label: { type: 'line', label: 'Button text', most: 40 },
});

const groups = Object.fromEntries(
  plans.map(({ slug, name, price }) => [
    slug,
    { type: 'group', label: name, fields: planFields(price !== '') } satisfies WordField,
  ]),
);

export const plansKind = wordKind<PlansWords>({
  name: 'plans',
  title: 'Plans and prices',
  about:
    'The three ways to hire. The membership costs what Stripe charges: pages show that price, and the launch check is red while you state another one.',
  publishedBy: 'owner',
  page: '/hire-talent',
  first: firstPlans,
  fields: {
    statedPrice: {
      type: 'number',
      label: 'Price of the membership as you state it, in US dollars a month',
      least: 0,
      most: 10_000,
      hint: 'Shown until Stripe has answered. To charge another price, create it in Stripe and set STRIPE_PRICE_ID',
    },
    ...groups,
  },
  check: ({ statedPrice }) =>
    Math.abs(statedPrice * 100 - Math.round(statedPrice * 100)) < 1e-6
      ? []
      : [{ path: 'statedPrice', message: 'Use at most two digits for cents.' }],
});
