import type { Work } from '../subject.ts';
import { beginDigest, endDigest } from './digest.ts';
import type { AlertTasks } from './tasks.ts';
import { writeDigest } from './write-digest.ts';

/** This many failures in a row mean that the mail server is at fault, so the rest waits for the next retry. */
const mostFailures = 5;

/** Sends one email after the other; failed ones are sent again when the task is retried. */
export async function sendDigests(work: Work, { alertIds }: AlertTasks['alert-mails']) {
  const failures: unknown[] = [];
  let failedInARow = 0;
  for (const alertId of alertIds) {
    try {
      await sendDigest(work, alertId);
      failedInARow = 0;
    } catch (error) {
      failures.push(error);
      failedInARow += 1;
      if (failedInARow === mostFailures) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * The contents are fixed before the email is sent, and marked as sent only afterwards. If the process dies in between,
 * it sends the same email again with the same Message-ID, so the recipient sees only one.
 */
async function sendDigest(work: Work, alertId: string) {
  const digest = await beginDigest(work.database, alertId);
  if (!digest) return;
  const written = await writeDigest(work, alertId, digest);
  if (written) {
    const host = new URL(work.siteUrl).hostname;
    const messageId = `<alert-${alertId}-${digest.going_to}@${host}>`;
    await work.sendMail(written.mail, { headers: written.headers, messageId });
  }
  await endDigest(work.database, alertId, digest, written !== undefined);
}
