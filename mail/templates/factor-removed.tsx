import { factorNames } from '../factor-names.ts';
import { notice } from '../notice.tsx';

export const factorRemoved = notice(
  'A second step was removed',
  ({ subject }) =>
    `A second step (${factorNames[subject] ?? subject}) no longer protects your account.`,
);
