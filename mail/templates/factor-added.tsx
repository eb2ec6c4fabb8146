import { factorNames } from '../factor-names.ts';
import { notice } from '../notice.tsx';

export const factorAdded = notice(
  'A second step was added',
  ({ subject }) => `Signing in now takes a second step (${factorNames[subject] ?? subject}).`,
);
