import { wordKind } from '#domain/site/word-kinds.ts';

export const seats = wordKind({
  name: 'seats',
  title: 'Seats',
  about: 'How many people in a company one membership covers. Additional seats are paid for.',
  publishedBy: 'owner',
  page: '/membership',
  first: { included: 1 },
  fields: {
    included: {
      type: 'number',
      label: 'Seats that a membership includes',
      least: 1,
      most: 100,
      isWhole: true,
      hint: 'Takes effect at once, also for current memberships. If you lower it, the people who got a seat last lose it and are told by email',
    },
  },
});
