import type { ChangeHearer } from './changes/changes.ts';
import { BadWish } from './changes/subscriptions.ts';
import { Refused } from './identify.ts';
import type { Wanted } from './join.ts';
import type { Realtime } from './parts.ts';

type Say = (extension: string, status: 'ok' | 'error', words: string) => void;

/** The `postgres_changes` of a join: answered with ids at once, and with the outcome in a message of its own. */
export function listenToChanges(
  { hub, limits }: Realtime,
  hearer: ChangeHearer,
  wanted: Wanted[],
  say: Say,
) {
  if (wanted.length > limits.changesOfChannel) {
    throw new Refused(
      'ChangesRateLimitReached',
      `A channel follows ${limits.changesOfChannel} changes at most`,
    );
  }
  // The same wish twice is one, and has one id.
  const ids = new Map<string, number>();
  const answer = wanted.map((params) => {
    const text = JSON.stringify(params);
    const id = ids.get(text) ?? ids.size + 1;
    ids.set(text, id);
    return { ...params, id };
  });
  const wishes = [...ids].map(([text, id]) => ({ id, params: JSON.parse(text) }));
  let isHeard = false;

  const subscribe = () => hub.changes.subscribe(hearer, wishes);
  return {
    answer,
    /** For who wants to be joined only when changes are heard. */
    async before() {
      if (wishes.length === 0) return;
      await hub.start();
      await subscribe().catch((error) => {
        if (!(error instanceof BadWish)) throw error;
        throw new Refused('RealtimeDisabledForConfiguration', error.message);
      });
      isHeard = true;
    },
    async after() {
      if (wishes.length === 0) return;
      try {
        if (!isHeard) await subscribe();
        say('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
      } catch (error) {
        if (!(error instanceof BadWish)) throw error;
        say('postgres_changes', 'error', error.message);
      }
    },
  };
}
