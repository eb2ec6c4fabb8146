import { wordKind } from '#domain/site/word-kinds.ts';
import { firstMembershipWords } from '../membership.ts';

export const membership = wordKind({
  name: 'membership',
  title: 'Membership',
  about: 'The texts around the membership. Its titles, buttons and five benefits are fixed.',
  publishedBy: 'staff',
  page: '/browse-candidates',
  isInBrowser: true,
  first: firstMembershipWords,
  fields: {
    gate: {
      type: 'text',
      label: 'In place of the candidate search, for people without a membership',
      most: 300,
    },
    includes: { type: 'line', label: 'Heading above the benefits', most: 60 },
    inactive: { type: 'text', label: 'On the dashboard, without a membership', most: 300 },
  },
});
