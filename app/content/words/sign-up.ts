import { wordKind } from '#domain/site/word-kinds.ts';
import { firstSignUp } from '../sign-up.ts';

export const signUp = wordKind({
  name: 'sign-up',
  title: 'Sign-up',
  about:
    'Whether people can open new accounts. It holds at once, whatever way they come. Whoever has an account signs in as always, and people whom you ask to join the staff can make theirs.',
  publishedBy: 'owner',
  page: '/auth',
  first: firstSignUp,
  fields: {
    state: {
      type: 'choice',
      label: 'New accounts',
      options: [
        { value: 'open', label: 'Open: anybody can make one' },
        { value: 'closed', label: 'Closed: nobody can' },
      ],
    },
    closedTitle: { type: 'line', label: 'While closed, the form says', most: 80 },
    closedText: {
      type: 'text',
      label: 'And below it',
      most: 400,
      hint: 'Your email address stands below it',
    },
  },
});
