import { notice } from '../notice.tsx';

export const sessionReplayed = notice(
  'A session was ended',
  () =>
    'An old key of one of your sessions was used again, so we ended that session to be safe. You may need to sign in again on one device.',
);
