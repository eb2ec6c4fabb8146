import { notice } from '../notice.tsx';

export const passkeyRemoved = notice(
  'A passkey was removed',
  () => 'A passkey no longer signs in to your account.',
);
