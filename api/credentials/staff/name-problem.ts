import { canBeSet } from '../badge/can-be-set.ts';

/** Why a name cannot appear on a credential, where it is shown exactly as given. */
export function nameProblem(name: string): string | undefined {
  const letters = [...name];
  if (letters.length < 2) return 'The name is missing';
  if (letters.length > 120) return 'The name has more than 120 characters';
  if (canBeSet(name)) return undefined;
  // The result of reading a file in the wrong encoding.
  if (name.includes('\uFFFD')) {
    return 'The name has letters that cannot be read: save the file as “CSV UTF-8”';
  }
  const strange = letters.find((letter) => !canBeSet(letter));
  if (strange && isUnseen(strange))
    return `The name has a character that cannot be seen (${codeOf(strange)})`;
  return `The name has “${strange ?? '?'}”, which the certificate’s fonts cannot set`;
}

/** Such as characters that change the writing direction, and combining marks. */
const isUnseen = (letter: string) => /[\p{C}\p{M}\p{Z}]/u.test(letter);

const codeOf = (letter: string) =>
  `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
