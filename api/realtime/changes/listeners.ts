import type { Caller } from '#database/database.ts';
import type { Frame } from '../frames.ts';
import type { Count } from '../limits.ts';
import { BadWish, type Kind, type Wish } from './subscriptions.ts';

/** Something that receives changes: a channel. */
export type ChangeHearer = {
  caller: Caller;
  /** The listeners that its client may have, over all of its channels. */
  places: Count;
  isGone(): boolean;
  /** `written` caches the frames of this data that were already sent to others. */
  hearChange(ids: readonly number[], type: Kind, data: string, written: Map<string, Frame>): void;
  /** A change could not be sent: clients must read the data again. */
  missChange(): void;
};

/** One subscription of a channel. */
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
