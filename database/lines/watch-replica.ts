import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseServer, ReplicaState } from '../database.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { onBehalfOf } from '../on-behalf-of.ts';

/**
 * In milliseconds. Together they limit how long it takes to notice that a replica is gone, silent
 * or back.
 */
const lookEvery = 500;
const patience = 750;

export type ReplicaNote = { level: 'info' | 'warn'; message: string; replica: string };

export type WatchedReplica = {
  server: DatabaseServer;
  /** It had caught up at the last look, and nothing has failed on it since. */
  isUsed(): boolean;
  /** How many queries run on it now. */
  readonly running: number;
  state(): ReplicaState;
  ask<T>(work: (server: DatabaseServer) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

/**
 * Checks twice a second whether a replica answers and has what the primary had at that moment. A
 * failure between two checks suspends it until the next one.
 */
export function watchReplica(
  name: string,
  server: DatabaseServer,
  readPosition: () => Promise<string>,
  note: (note: ReplicaNote) => void,
): WatchedReplica {
  const stopping = new AbortController();
  let isUsed = false;
  let running = 0;
  let said: 'used' | 'left' | undefined;
  /** When it last had everything, as far as this process knows. */
  let hadAll = performance.now();
  let lag: number | undefined = 0;

  function tell(state: typeof said, message: string) {
    if (state === said) return;
    said = state;
    note({ level: state === 'used' ? 'info' : 'warn', message, replica: name });
  }

  async function look() {
    const position = await readPosition().catch(() => undefined);
    // Without the primary nobody knows how far a replica should be.
    if (position === undefined || stopping.signal.aborted) return;
    try {
      await inTime(server.standAt(position));
      isUsed = true;
      hadAll = performance.now();
      lag = 0;
      tell('used', 'a replica is asked');
    } catch (error) {
      const wasUsed = isUsed;
      isUsed = false;
      lag = undefined;
      if (isBehind(error)) {
        // A brief delay is no news; at the second look it is.
        if (!wasUsed) tell('left', 'a replica is left: it is behind');
        lag = await inTime(askLag(server)).catch(() => undefined);
        return;
      }
      server.cut();
      tell('left', 'a replica is left: it does not answer');
    }
  }

  async function watch() {
    while (!stopping.signal.aborted) {
      await onBehalfOf(undefined, look);
      await delay(lookEvery, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
  const watched = watch();

  return {
    server,
    isUsed: () => isUsed,
    get running() {
      return running;
    },
    state() {
      const sinceAll = (performance.now() - hadAll) / 1_000;
      // If nobody has written for long, its last change is older than what it is missing.
      return { replica: name, isUsed, lag: Math.min(lag ?? sinceAll, sinceAll) };
    },
    async ask(work) {
      running += 1;
      try {
        return await work(server);
      } catch (error) {
        if (isBehind(error) || error instanceof DatabaseUnavailable) isUsed = false;
        throw error;
      } finally {
        running -= 1;
      }
    },
    async stop() {
      stopping.abort();
      await watched;
      await server.close();
    },
  };
}

/** The error of `private.stand_at`. */
export function isBehind(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '72000';
}

/** The age of the last change that it has applied. */
async function askLag(server: DatabaseServer): Promise<number | undefined> {
  const { rows } = await server.asService.query<{ lag: number | null }>({
    name: 'replica-lag',
    text: 'select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as lag',
  });
  const { lag } = rows[0] ?? {};
  return lag === null || lag === undefined ? undefined : Math.max(lag, 0);
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new AbortController();
  return Promise.race([
    answer,
    delay(patience, undefined, { signal: late.signal, ref: false }).then(async (): Promise<T> => {
      // After a long computation in this process, the response may be waiting unread.
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('The replica is silent');
    }),
  ]).finally(() => late.abort());
}
