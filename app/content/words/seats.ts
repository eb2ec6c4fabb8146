import { wordKind } from '#domain/site/word-kinds.ts';

export const seats = wordKind({
  name: 'seats',
  title: 'Seats',
  about: 'How many people of a company one membership covers. Further seats are bought.',
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
      hint: 'Counts at once, for memberships that run too. Fewer: whoever got a seat last loses it, and is told by email',
    },
  },
});
