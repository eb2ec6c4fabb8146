import { dictionary } from '@zxcvbn-ts/language-common';
import { commonest } from '#domain/account/password-advice.ts';
import { site } from '#domain/site/brand.ts';

/**
 * 49,000 passwords of published leaks, in small letters, and those that the form itself warns of.
 * They take about 4 MB here, and never reach a browser.
 */
const common = new Set([...dictionary['passwords-common'], ...commonest]);

/** Written in any letters: guessing programs try capitals, too. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return common.has(plain) || isOwnName(plain);
}

/** Words of the company's name, with figures and signs at most: what is tried here and nowhere else. */
function isOwnName(plain: string): boolean {
  const words = site.name.toLowerCase().match(/\p{L}+/gu) ?? [];
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((letters, word) => letters.replaceAll(word, ''), plain.replace(/\P{L}/gu, ''));
  return rest === '' && /\p{L}/u.test(plain);
}

export function countCommonPasswords(): number {
  return common.size;
}
