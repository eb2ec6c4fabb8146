import { canBeSet } from '../badge/can-be-set.ts';

/** Why a name cannot stand on a credential. It stands there as it was given, letter by letter. */
export function nameProblem(name: string): string | undefined {
  const letters = [...name];
  if (letters.length < 2) return 'The name is missing';
  if (letters.length > 120) return 'The name has more than 120 characters';
  if (canBeSet(name)) return undefined;
  const strange = letters.find((letter) => !canBeSet(letter));
  return `The name has “${strange ?? '?'}”, which the certificate’s fonts cannot set`;
}
