import { dictionary } from '@zxcvbn-ts/language-common';
import { commonest } from '#domain/account/password-advice.ts';
import { site } from '#domain/site/brand.ts';

/**
 * 49,000 lowercase passwords from published leaks, and those that the form itself warns about. They take about 4 MB
 * here, and are never sent to a browser.
 */
const common = new Set([...dictionary['passwords-common'], ...commonest]);

/** Case-insensitive: guessing programs try capitals too. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return common.has(plain) || isOwnName(plain);
}

/** Words of the company's name, alone or with digits and symbols: what attackers try on this site in particular. */
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
