import { notice } from '../notice.tsx';

export const emailChanged = notice(
  'Your email address was changed',
  ({ subject }) =>
    `Your account now uses ${subject}. This is the last email about it to the old address. The newsletter, and alerts that were saved without the account, still come to this one until you end them by the link in each. Jobs that you posted keep the contact address that they show.`,
  { isLast: true },
);
