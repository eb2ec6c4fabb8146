import { letter } from '../letter.tsx';

export const signInLink = letter({
  title: 'Your sign-in link',
  text: 'Here is the link that you asked for.',
  button: 'Sign in',
  unasked: 'If you did not ask for it, ignore this email: nobody gets in without it.',
  opens: true,
});
