import { wordKind } from '#domain/site/word-kinds.ts';
import { firstSignUp } from '../sign-up.ts';

export const signUp = wordKind({
  name: 'sign-up',
  title: 'Sign-up',
  about:
    'Whether people can create new accounts. It takes effect at once, for every way to sign up. People with an account still sign in as usual, and people you invite to the staff can create theirs.',
  publishedBy: 'owner',
  page: '/auth',
  first: firstSignUp,
  fields: {
    state: {
      type: 'choice',
      label: 'New accounts',
      options: [
        { value: 'open', label: 'Open: anybody can create one' },
        { value: 'closed', label: 'Closed: nobody can' },
      ],
    },
    closedTitle: { type: 'line', label: 'While closed, the form says', most: 80 },
    closedText: {
      type: 'text',
      label: 'And below it',
      most: 400,
      hint: 'Your email address is shown below it',
    },
  },
});
