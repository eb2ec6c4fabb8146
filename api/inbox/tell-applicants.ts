import type { Database } from '#database/database.ts';
import type { Work } from '../subject.ts';
import type { InboxTasks } from './tasks.ts';

const atOnce = 500;

/** Tells everybody waiting for a posting that is over, a batch per transaction. */
export const tellClosed = (database: Database) =>
  repeat(database, 'select private.tell_closed($1) as told');

/** Those of one posting wait to be told that it is over, or no longer: what a request leaves of them. */
export const settleApplications = (
  { database }: Work,
  { jobId }: InboxTasks['settle-applications'],
) => repeat(database, 'select private.settle_applications($2, $1) as told', [jobId]);

/** A deleted posting goes when the last of its many applications has let go of it. */
export const removePosting = ({ database }: Work, { jobId }: InboxTasks['remove-posting']) =>
  repeat(database, 'select private.remove_posting($2, $1) as told', [jobId]);

/** Tells both sides that nobody has answered for 14 days. */
export const tellSilent = (database: Database) =>
  repeat(database, 'select private.tell_silent($1) as told');

/** Each part answers how many it has dealt with, as `told`. */
async function repeat(database: Database, text: string, more: string[] = []) {
  for (;;) {
    const { rows } = await database.asService.query<{ told: number }>({
      text,
      values: [atOnce, ...more],
    });
    if ((rows[0]?.told ?? 0) < atOnce) return;
  }
}
