import { site } from '#domain/site/brand.ts';
import type { Project } from '../../project/project.ts';
import type { Work } from '../../subject.ts';
import type { LetterOrder } from '../tasks.ts';
import { writeLetter } from './write-letter.ts';

/** Sends it by email, or only the code to a phone. */
export async function sendLetter(work: Work, order: LetterOrder) {
  if (work.project) return sendByProject(work.project, work, order);
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

/** A Supabase project sends its own letters; only those that staff request come through here. */
async function sendByProject(
  project: Project,
  { database }: Work,
  { kind, recipient, redirectTo }: LetterOrder,
) {
  if (kind !== 'signup' || !('userId' in recipient)) return;
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from private.accounts where id = $1 and email_proved_at is null and email is not null',
    values: [recipient.userId],
  });
  if (rows[0]) await project.sendConfirmation(rows[0].email, redirectTo);
}
