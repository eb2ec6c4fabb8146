import { notice } from '../notice.tsx';

export const identityUnlinked = notice(
  'A sign-in provider was unlinked',
  ({ subject }) => `Signing in with ${subject} does not lead to your account any more.`,
);
