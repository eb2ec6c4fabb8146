import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import type { Self } from './self.ts';

/** The most messages that may wait for the database; further ones only reach this process. */
const mostWaiting = 2_000;
/** The same in characters: one message may have a third of a million. */
const mostLetters = 16_777_216;

/** Sends to the other processes, if there are any; messages that arrive during a statement share the next one. */
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
      // Shared by everybody, so it must not count against the database share of whoever came first.
      if (!isSending) onBehalfOf(undefined, sendAll);
    },
  };
}
