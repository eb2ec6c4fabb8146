import type { Caller } from '#database/database.ts';
import type { Frame } from '../frames.ts';
import type { Count } from '../limits.ts';
import { BadWish, type Kind, type Wish } from './subscriptions.ts';

/** Who hears changes: a channel. */
export type ChangeHearer = {
  caller: Caller;
  /** What its client may follow, with all of its channels. */
  places: Count;
  isGone(): boolean;
  /** `written` has the frames of these data that others were sent already. */
  hearChange(ids: readonly number[], type: Kind, data: string, written: Map<string, Frame>): void;
  /** Something could not be told: whoever listens must look for themselves. */
  missChange(): void;
};

/** One thing that a channel follows. */
export type Listener = { hearer: ChangeHearer; id: number; wish: Wish };

/** Who follows which tables. */
export function createListeners() {
  const ofTables = new Map<string, Set<Listener>>();
  const ofHearers = new Map<ChangeHearer, Listener[]>();
  return {
    /** Throws `BadWish`. */
    add(hearer: ChangeHearer, some: Listener[]) {
      if (!hearer.places.take(placesOf(some))) {
        throw new BadWish('Too many changes are followed by this client');
      }
      for (const listener of some) {
        for (const key of listener.wish.tables) {
          const of = ofTables.get(key) ?? new Set();
          ofTables.set(key, of.add(listener));
        }
      }
      ofHearers.set(hearer, some);
    },
    remove(hearer: ChangeHearer) {
      const own = ofHearers.get(hearer);
      if (!own) return;
      hearer.places.give(placesOf(own));
      for (const listener of own) {
        for (const key of listener.wish.tables) {
          const of = ofTables.get(key);
          of?.delete(listener);
          if (of?.size === 0) ofTables.delete(key);
        }
      }
      ofHearers.delete(hearer);
    },
    of: (key: string): readonly Listener[] => [...(ofTables.get(key) ?? [])],
    has: (key: string) => ofTables.has(key),
  };
}

const placesOf = (some: readonly Listener[]) =>
  some.reduce((sum, { wish }) => sum + wish.places, 0);
