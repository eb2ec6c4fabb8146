import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import type { Self } from './self.ts';

/** As many wait while the database takes the last ones; beyond it they reach this process alone. */
const mostWaiting = 2_000;

/** Tells other processes, if there are any; what is said while one statement runs goes with the next one. */
export function createOutgoing(
  database: Database,
  self: Self,
  reportBug: (error: unknown) => void,
) {
  let waiting: string[] = [];
  let isSending = false;

  async function sendAll() {
    isSending = true;
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      await database.asService
        .query({
          name: 'tell-others',
          text: `select realtime.tell(message)
            from unnest($1::text[]) with ordinality as said(message, n)
            where (select realtime.is_heard($2)) order by n`,
          values: [some, self.id],
        })
        .catch(reportBug);
    }
    isSending = false;
  }

  return {
    send(message: string) {
      if (waiting.length >= mostWaiting) return;
      waiting.push(message);
      // All rely on it, so it takes no part of the share of whoever was first.
      if (!isSending) onBehalfOf(undefined, sendAll);
    },
  };
}
