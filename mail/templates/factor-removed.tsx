import { factorNames } from '../factor-names.ts';
import { notice } from '../notice.tsx';

export const factorRemoved = notice(
  'A second factor was removed',
  ({ subject }) =>
    `A second factor (${factorNames[subject] ?? subject}) does not protect your account any more.`,
);
