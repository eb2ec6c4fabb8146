import type { EventEmitter } from 'node:events';
import { widerThan } from '#api/client.ts';
import { createFairTurns, NoTurn } from '#database/fair-turns.ts';

const megabyte = 1_048_576;

/** Parsing them keeps the thread busy on which everybody is served: a megabyte of JSON can take a tenth of a second. */
export const largeBodies = {
  leastBytes: megabyte / 16,
  /** The pause before the next one, in milliseconds for each megabyte. */
  pause: 300,
  turns: {
    atOnce: 2,
    share: 1,
    // How many may wait is limited by their memory: bodyShares.
    mostWaiting: Number.POSITIVE_INFINITY,
    mostWaitingOfOne: Number.POSITIVE_INFINITY,
    patience: 10_000,
  },
};

/**
 * Lets large bodies through one after the other. Resolves when it is a body's turn, or with why it gets none.
 * `answer` emits `close` when its client leaves.
 */
export function createTurnsOfLarge({ leastBytes, pause, turns: rules }: typeof largeBodies) {
  const turns = createFairTurns(rules);

  return async (
    client: string,
    bytes: number,
    answer: EventEmitter,
  ): Promise<NoTurn['cause'] | undefined> => {
    if (bytes < leastBytes) return undefined;
    const leaving = new AbortController();
    answer.once('close', () => leaving.abort());
    try {
      const end = await turns.take({ key: widerThan(client) ?? client, signal: leaving.signal });
      setTimeout(end, (pause * bytes) / megabyte).unref();
      return undefined;
    } catch (error) {
      if (error instanceof NoTurn) return error.cause;
      throw error;
    }
  };
}
