import * as links from '#domain/site/links.ts';
import { dayWords } from '#domain/text/day-words.ts';
import type { Work } from '../../subject.ts';
import type { StaffTasks } from '../tasks.ts';

type News = StaffTasks['legal-news'];
type Part = StaffTasks['legal-letters'];

const atOnce = 1_000;
/** This many failures in a row mean that the mail server is at fault, so the rest waits for the next retry. */
const mostFailures = 5;

/** Queues an email for everybody, however many they are; a repeated call covers those who have none yet. */
export async function queueLegalLetters({ database }: Work, { kind, version }: News) {
  for (let last = atOnce; last > 0; ) {
    const { rows } = await database.asService.query<{ count: number }>({
      text: 'select private.queue_legal_letters($1, $2, $3) as count',
      values: [kind, version, atOnce],
    });
    last = rows[0]?.count ?? 0;
  }
}

/**
 * Sends one email after the other to those of a batch who have none yet; failed ones are sent again when the task is
 * retried.
 */
export async function sendLegalLetters(work: Work, part: Part) {
  const { rows } = await work.database.asService.query<{ user_id: string }>({
    text: 'select user_id from private.waiting_legal_letters($1, $2, $3)',
    values: [part.kind, part.version, part.people],
  });
  const failures: unknown[] = [];
  let failedInARow = 0;
  for (const { user_id } of rows) {
    try {
      await sendOne(work, part, user_id);
      failedInARow = 0;
    } catch (error) {
      failures.push(error);
      failedInARow += 1;
      if (failedInARow === mostFailures) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}

type Letter = { email: string; effective: string | null; changes: string; is_taken_back: boolean };

/**
 * Marks the email first, and removes the mark if sending failed: if the process dies in between, one person misses it;
 * the other way round they would get it twice. The page says the same to everybody.
 */
async function sendOne(
  { database, siteUrl, sendMail }: Work,
  { kind, version }: Part,
  person: string,
) {
  const values = [kind, version, person];
  const { rows } = await database.asService.query<Letter>({
    text: `select email, effective::text, changes, is_taken_back
      from private.take_legal_letter($1, $2, $3)`,
    values,
  });
  const [letter] = rows;
  if (!letter) return;
  const isPrivacy = kind === 'privacy';
  try {
    await sendMail({
      kind: 'legal-text-changes',
      to: letter.email,
      name: isPrivacy ? 'privacy policy' : 'terms of use',
      day: letter.effective && dayWords(letter.effective),
      changes: letter.changes,
      isTakenBack: letter.is_taken_back,
      link: siteUrl + (isPrivacy ? links.privacy : links.terms),
    });
  } catch (error) {
    await database.asService.query({
      text: 'select private.return_legal_letter($1, $2, $3)',
      values,
    });
    throw error;
  }
}
