import { factorNames } from '../factor-names.ts';
import { notice } from '../notice.tsx';

export const factorAdded = notice(
  'A second factor was added',
  ({ subject }) => `Signing in now asks for a second factor (${factorNames[subject] ?? subject}).`,
);
