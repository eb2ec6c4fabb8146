import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import type { Self } from './self.ts';

/** As many wait while the database takes the last ones; beyond it they reach this process alone. */
const mostWaiting = 2_000;
/** Nor more letters: a message may have a third of a million. */
const mostLetters = 16_777_216;

/** Tells other processes, if there are any; what is said while one statement runs goes with the next one. */
export function createOutgoing(
  database: Database,
  self: Self,
  reportBug: (error: unknown) => void,
) {
  let waiting: string[] = [];
  let letters = 0;
  let isSending = false;

  async function sendAll() {
    isSending = true;
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      letters = 0;
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
      if (waiting.length >= mostWaiting || letters + message.length > mostLetters) return;
      waiting.push(message);
      letters += message.length;
      // All rely on it, so it takes no part of the share of whoever was first.
      if (!isSending) onBehalfOf(undefined, sendAll);
    },
  };
}
