import { notice } from '../notice.tsx';

export const addressTaken = notice(
  'You already have an account',
  () =>
    'Somebody tried to use your email address for an account. You have one already: sign in, or reset the password if you forgot it. Nothing has changed.',
);
