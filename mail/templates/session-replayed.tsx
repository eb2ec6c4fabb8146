import { notice } from '../notice.tsx';

export const sessionReplayed = notice(
  'A session was ended',
  () =>
    'An old key of a session was used again, so the session was ended to be safe. You may need to sign in again on one device.',
);
