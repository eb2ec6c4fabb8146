import { notice } from '../notice.tsx';

export const identityLinked = notice(
  'A sign-in provider was linked',
  ({ subject }) => `You can now sign in with ${subject}.`,
);
