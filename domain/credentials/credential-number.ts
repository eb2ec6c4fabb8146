/**
 * The number of a credential: twelve random letters of Crockford's base 32 and a check letter from the same alphabet.
 * Stored and compared without the hyphens that it is shown with: `XXXX-XXXX-XXXX-C`.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLetters = 12;
const numberLength = randomLetters + 1;

/** How a number is stored. */
export const credentialNumberShape = /^[0-9A-HJKMNP-TV-Z]{13}$/;

export type ReadNumber =
  | { kind: 'number'; number: string }
  /** Wrong length, letters outside the alphabet, or a typo: the check letter does not match. */
  | { kind: 'length' | 'letters' | 'mistyped' };

/** Sixty random bits: too many to find one by guessing. */
export function makeCredentialNumber(): string {
  const random = crypto.getRandomValues(new Uint8Array(randomLetters));
  // 256 is a multiple of 32, so every letter is equally likely.
  const letters = [...random].map((byte) => alphabet.charAt(byte % 32)).join('');
  return letters + checkLetter(letters);
}

/** A number as typed, pasted or scanned: in lowercase, with O for 0 or l for 1, or as a whole link. */
export function readCredentialNumber(given: string): ReadNumber {
  const typed = (given.match(/\/verify\/([^/?#]+)/i)?.[1] ?? given).slice(0, 100);
  const number = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}\u2212_.·]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (number.length !== numberLength) return { kind: 'length' };
  if (!credentialNumberShape.test(number)) return { kind: 'letters' };
  return weigh(number) === 0 ? { kind: 'number', number } : { kind: 'mistyped' };
}

/** In groups, as it is read aloud. */
export function showCredentialNumber(number: string): string {
  return [0, 4, 8, 12].map((from) => number.slice(from, from + 4)).join('-');
}

function checkLetter(letters: string): string {
  return alphabet.charAt(timesTwo(weigh(letters)));
}

/**
 * Evaluates the letters as a polynomial over the field of 32 elements, at its generator. Every place has a different
 * nonzero weight, so one wrong letter, or two swapped ones, always change the result.
 */
function weigh(letters: string): number {
  return [...letters].reduce((sum, letter) => timesTwo(sum) ^ alphabet.indexOf(letter), 0);
}

/** In the field of 32 elements, modulo x⁵ + x² + 1. */
function timesTwo(value: number): number {
  return value & 16 ? (value << 1) ^ 0b100101 : value << 1;
}
