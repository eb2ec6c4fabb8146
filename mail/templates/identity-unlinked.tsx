import { notice } from '../notice.tsx';

export const identityUnlinked = notice(
  'A sign-in provider was unlinked',
  ({ subject }) => `You can no longer sign in to your account with ${subject}.`,
);
