import type { Database } from '#database/database.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import type { RealtimeLimits } from '../limits.ts';
import type { OpenWrites } from './open-writes.ts';
import type { Presences } from './presences.ts';
import type { Self } from './self.ts';
import type { Topics } from './topics.ts';

/** What a process says to itself, to know that it hears. */
const proof = 'proof ';
const patience = 3_000;

/**
 * Listens for this process as long as somebody is in a channel, keeps the others knowing of it, and proves that what
 * they tell is heard.
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
  /** With some room before others count this process as gone. */
  const longestBeat = limits.gone * 0.87;
  let starting: Promise<void> | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  let beat: NodeJS.Timeout | undefined;
  let lastBeat = 0;
  let proven = Promise.withResolvers<void>();
  let provenAt = 0;
  /** Without anybody in a channel, nothing need be told to this process. */
  let isThere = false;
  let announcing: Promise<void> | undefined;

  /** Others may count this process as gone. */
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
      // Somebody else may have told that all of this process are gone; or the word of the last beat has not
      // come back, and nothing else has.
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
   * Whoever changed something before was told that nobody listens, and may commit it only after somebody here has
   * looked: a moment is waited for that, and then all look anew once it is done.
   */
  async function announce() {
    await keepAlive();
    await openWrites.note();
    isThere = true;
  }

  /** A pooler may let one listen, and hear nothing. */
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
    /** All rely on it, so it takes no part of the share of whoever was first. */
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
