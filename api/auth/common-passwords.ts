import { dictionary } from '@zxcvbn-ts/language-common';
import { commonest } from '#domain/password-advice.ts';

/**
 * 49,000 passwords of published leaks, in small letters, and those that the form itself warns of.
 * They take about 4 MB here, and never reach a browser.
 */
const common = new Set([...dictionary['passwords-common'], ...commonest]);

/** Written in any letters: guessing programs try capitals, too. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase());
}

export function countCommonPasswords(): number {
  return common.size;
}
