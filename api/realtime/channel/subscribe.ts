import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import type { ChangeHearer } from '../changes/listeners.ts';
import { BadWish } from '../changes/subscriptions.ts';
import { Refused } from '../identify.ts';
import type { Realtime } from '../parts.ts';
import type { Wanted } from './join.ts';

/** In milliseconds. */
const askAgainAfter = 1_000;

type Say = (extension: string, status: 'ok' | 'error', words: string) => void;

/** The `postgres_changes` of a join: answered with ids at once, and with the outcome in a separate message. */
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
  // Identical entries are one subscription, with one id.
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
  /** As in the original: if the client has already joined, changes start as soon as the database can be reached. */
  async function subscribeInTime() {
    while (!hearer.isGone()) {
      try {
        return await subscribe();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        await delay(askAgainAfter);
      }
    }
  }

  return {
    answer,
    /** For clients that want to join only once changes are received. */
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
        if (!isHeard) await subscribeInTime();
        if (!hearer.isGone()) say('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
      } catch (error) {
        if (!(error instanceof BadWish)) throw error;
        say('postgres_changes', 'error', error.message);
      }
    },
  };
}
