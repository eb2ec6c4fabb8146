/**
 * The number of a credential: twelve random letters of Crockford's base 32 and a check letter of the same
 * alphabet. Kept and compared without the hyphens with which it is shown: `XXXX-XXXX-XXXX-C`.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLetters = 12;
const numberLength = randomLetters + 1;

/** How a number is kept. */
export const credentialNumberShape = /^[0-9A-HJKMNP-TV-Z]{13}$/;

export type ReadNumber =
  | { kind: 'number'; number: string }
  /** Too long or too short, with letters that no number has, or mistyped: the check letter does not fit. */
  | { kind: 'length' | 'letters' | 'mistyped' };

/** Sixty random bits: nobody meets one by trying. */
export function makeCredentialNumber(): string {
  const random = crypto.getRandomValues(new Uint8Array(randomLetters));
  // 256 is a multiple of 32, so that every letter is as likely as the others.
  const letters = [...random].map((byte) => alphabet.charAt(byte % 32)).join('');
  return letters + checkLetter(letters);
}

/** What somebody typed, pasted or scanned: also in small letters, with O for 0 or l for 1, or a whole link. */
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
 * The letters as a polynomial over the field of 32 elements, at its generator. Each place has another weight
 * and no weight is zero, so one wrong letter, or any two that changed places, never come to the same.
 */
function weigh(letters: string): number {
  return [...letters].reduce((sum, letter) => timesTwo(sum) ^ alphabet.indexOf(letter), 0);
}

/** In the field of 32 elements, by x⁵ + x² + 1. */
function timesTwo(value: number): number {
  return value & 16 ? (value << 1) ^ 0b100101 : value << 1;
}
