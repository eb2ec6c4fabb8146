import type { Work } from '../subject.ts';
import { beginDigest, endDigest } from './digest.ts';
import type { AlertTasks } from './tasks.ts';
import { writeDigest } from './write-digest.ts';

/** So many in a row that cannot be sent are the mail server's trouble: the rest waits for the next try. */
const mostFailures = 5;

/** One mail after the other; what did not get through is tried again with the next try of the part. */
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
 * What it tells of is fixed before it goes and noted as told once it went: a process that dies in between
 * sends it again under the same number, which is one mail to whoever has it already.
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
