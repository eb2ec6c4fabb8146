import { notice } from '../notice.tsx';

export const emailChanged = notice(
  'Your email address was changed',
  ({ subject }) => `Your account now uses ${subject}. This is the last email to the old address.`,
  { isLast: true },
);
