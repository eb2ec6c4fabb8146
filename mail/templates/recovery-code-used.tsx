import { notice } from '../notice.tsx';

export const recoveryCodeUsed = notice(
  'A recovery code was used',
  ({ subject }) => `Somebody signed in with one of your recovery codes. Codes left: ${subject}.`,
);
