/** What one socket, one client and one process may have. Each says in words that it was reached. */
export const realtimeLimits = {
  socketsOfProcess: 8_000,
  /** A client is an address, or the /64 that an IPv6 household has to itself. */
  socketsOfClient: 500,
  channelsOfSocket: 100,
  joinsPerSecond: 100,
  /**
   * Of one socket; heartbeats count, too. On average, as in the original: a page that joins all of its channels and shows
   * itself in each says more than that at once, and says it again after each cut.
   */
  messages: { count: 1_000, seconds: 10 },
  /** Of all sockets of a client together. */
  messagesOfClient: { count: 5_000, seconds: 10 },
  /** Broadcast messages that a process hands out; what one sends a thousand hear. */
  deliveriesPerSecond: 50_000,
  topicLength: 255,
  /** Entries of `postgres_changes` in one join. */
  changesOfChannel: 20,
  /** Of all channels of a client; each condition of a filter is one more, as each change is held against it. */
  changesOfClient: 1_000,
  bytesOfFrame: 1_048_576,
  bytesOfBroadcast: 262_144,
  bytesOfPresence: 8_192,
  presencesOfClient: 200,
  /** Of one channel, as the original counts them. */
  presenceCalls: { count: 30, seconds: 30 },
  /** What a client has not yet read; then it is cut. */
  bytesUnread: 2_097_152,
  /** What a socket has said and is not yet heard, as its messages wait for the database. */
  bytesUnheard: 4_194_304,
  /** Milliseconds for which a right to speak counts: who was blocked meanwhile is heard no longer than that. */
  rightToSpeak: 1_000,
  /** The official client sends a heartbeat every 25 seconds. */
  silence: 60_000,
  /** How often a process says that it is there, and after how long without a word others count it as gone. */
  beat: 5_000,
  gone: 15_000,
} as const;

export type RealtimeLimits = { [Name in keyof typeof realtimeLimits]: Widened<Name> };
type Widened<Name extends keyof typeof realtimeLimits> =
  (typeof realtimeLimits)[Name] extends number ? number : { count: number; seconds: number };

/** So many in a window of seconds; the next window begins with the first one after it. */
export function createMeter(count: number, seconds = 1): (by?: number) => boolean {
  let left = count;
  let until = 0;
  return (by = 1) => {
    const now = performance.now();
    if (now >= until) {
      left = count;
      until = now + seconds * 1_000;
    }
    left -= by;
    return left >= 0;
  };
}

/** What somebody has of a number of places, and gives back. */
export type Count = { take(places?: number): boolean; give(places?: number): void };

/** So many places for each client. */
export function createCounts(most: number): (client: string) => Count {
  const taken = new Map<string, number>();
  return (client) => ({
    take(places = 1) {
      const after = (taken.get(client) ?? 0) + places;
      if (after > most) return false;
      taken.set(client, after);
      return true;
    },
    give(places = 1) {
      const left = (taken.get(client) ?? places) - places;
      if (left > 0) taken.set(client, left);
      else taken.delete(client);
    },
  });
}

/** A meter for each client, kept while it is used. */
export function createMeters(count: number, seconds: number): (client: string) => boolean {
  const meters = new Map<string, { isFree: () => boolean; at: number }>();
  return (client) => {
    const now = performance.now();
    const meter = meters.get(client) ?? { isFree: createMeter(count, seconds), at: now };
    meter.at = now;
    meters.delete(client);
    meters.set(client, meter);
    // The eldest go that a window has passed since.
    for (const [name, { at }] of meters) {
      if (now - at < seconds * 1_000) break;
      meters.delete(name);
    }
    return meter.isFree();
  };
}
