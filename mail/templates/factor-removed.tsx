import { factorNames } from '../factor-names.ts';
import { notice } from '../notice.tsx';

export const factorRemoved = notice(
  'A second factor was removed',
  ({ subject }) =>
    `A second factor (${factorNames[subject] ?? subject}) no longer protects your account.`,
);
