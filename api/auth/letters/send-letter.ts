import { site } from '#domain/site/brand.ts';
import type { Work } from '../../subject.ts';
import type { LetterOrder } from '../tasks.ts';
import { writeLetter } from './write-letter.ts';

/** By mail, or to a phone as the code alone. */
export async function sendLetter(work: Work, order: LetterOrder) {
  const letter = await writeLetter(work, order);
  if (!letter) return;
  const { kind, to, link, code } = letter;
  if (kind === 'phone_change' || !to.includes('@')) await work.sendSms(to, codeText(code));
  else {
    const { linkSeconds } = work.setUp;
    await work.sendMail({ kind, to, link, code, linkSeconds }, { siteUrl: order.siteUrl });
  }
}

export function codeText(code: string): string {
  return `Your ${site.name} code is ${code}`;
}
