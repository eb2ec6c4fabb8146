import type { Database } from '#database/database.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import type { RealtimeLimits } from '../limits.ts';
import type { OpenWrites } from './open-writes.ts';
import type { Presences } from './presences.ts';
import type { Self } from './self.ts';
import type { Topics } from './topics.ts';

/** Prefix of the messages that a process sends to itself to prove that it receives any. */
const proof = 'proof ';
const patience = 3_000;

/**
 * Listens as long as this process has somebody in a channel, tells the others that it is alive, and proves that their
 * messages arrive.
 */
export function createPulse(
  database: Database,
  limits: RealtimeLimits,
  {
    self,
    topics,
    presences,
    openWrites,
    hear,
  }: {
    self: Self;
    topics: Topics;
    presences: Presences;
    openWrites: OpenWrites;
    hear: (message: string) => void;
  },
) {
  /** In milliseconds: a bit less than the time after which others consider this process gone. */
  const longestBeat = limits.gone * 0.87;
  let starting: Promise<void> | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  let beat: NodeJS.Timeout | undefined;
  let lastBeat = 0;
  let proven = Promise.withResolvers<void>();
  let provenAt = 0;
  /** While nobody is in a channel, nothing need be sent to this process. */
  let isThere = false;
  let announcing: Promise<void> | undefined;

  /** Others may consider this process gone. */
  function loseTrack() {
    isThere = false;
    topics.failAll();
  }

  function receive(message: string) {
    if (message === '') return loseTrack();
    if (!message.startsWith(proof)) return hear(message);
    if (message !== proof + self.id) return;
    provenAt = performance.now();
    proven.resolve();
  }

  async function listen() {
    stopListening = await database.listen('realtime', receive);
    beat = setInterval(() => {
      if (!isThere) return;
      if (topics.isEmpty()) {
        isThere = false;
        presences.end().catch(() => {});
        return;
      }
      // Another process may have announced that this one's members are gone; or the proof of the last heartbeat has
      // not come back, so neither has anything else.
      if (performance.now() - lastBeat > longestBeat || provenAt < lastBeat) return loseTrack();
      keepAlive()
        .then(openWrites.haveEnded)
        .then((some) => some && topics.failAll())
        .catch(() => {});
    }, limits.beat).unref();
  }

  async function keepAlive() {
    const at = performance.now();
    proven = Promise.withResolvers();
    proven.promise.catch(() => {}); // nobody need wait for it
    await presences.sweep(proof + self.id);
    lastBeat = at;
  }

  /**
   * Transactions that changed something earlier were told that nobody listens, and may commit after clients here have
   * read the data: wait for them briefly, and make clients read again once a late one ends.
   */
  async function announce() {
    await keepAlive();
    await openWrites.note();
    isThere = true;
  }

  /** A connection pooler may accept LISTEN without ever delivering anything. */
  async function waitForProof() {
    const { promise, reject } = proven;
    const late = setTimeout(() => reject(new DatabaseUnavailable('no NOTIFY')), patience);
    await promise.finally(() => clearTimeout(late));
  }

  async function ensureStarted() {
    starting ??= listen().catch((error) => {
      starting = undefined;
      throw error;
    });
    await starting;
    if (!isThere) {
      announcing ??= announce().finally(() => {
        announcing = undefined;
      });
      await announcing;
    }
    if (provenAt < lastBeat) await waitForProof();
  }

  return {
    /** Shared by everybody, so it must not count against the database share of whoever came first. */
    start: (): Promise<void> => onBehalfOf(undefined, ensureStarted),
    async stop() {
      clearInterval(beat);
      if (!starting) return;
      await starting.catch(() => {});
      await stopListening?.();
      isThere = false;
      await presences.end().catch(() => {});
      self.id = crypto.randomUUID();
      starting = undefined;
    },
  };
}
