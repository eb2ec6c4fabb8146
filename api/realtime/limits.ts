/** Limits of a socket, a client and a process. Each error says which one was reached. */
export const realtimeLimits = {
  socketsOfProcess: 8_000,
  /** A client is an address, or the /64 that an IPv6 household has to itself. */
  socketsOfClient: 500,
  channelsOfSocket: 100,
  joinsPerSecond: 100,
  /**
   * Joins under way. Each asks the database several times: without turns, thousands of one client would hold up the
   * answers to everybody. A /48 is one client here. The patience, in milliseconds, is that of the official client.
   */
  joins: { atOnce: 40, share: 8, mostWaiting: 20_000, mostWaitingOfOne: 5_000, patience: 10_000 },
  /**
   * Per socket, including heartbeats. An average, as in the original: a page that joins all of its channels and shows
   * itself in each sends more than that at once, and again after each reconnect.
   */
  messages: { count: 1_000, seconds: 10 },
  /** Over all sockets of a client. */
  messagesOfClient: { count: 5_000, seconds: 10 },
  /** The same in bytes, because parsing a megabyte can take a tenth of a second, in which nobody is answered. */
  bytesOfClient: { count: 20_971_520, seconds: 10 },
  /** In the same time: what a client may send even if all of its /48 together send too much. */
  littleOfClient: 65_536,
  /** Deliveries by a process: one message to a thousand members counts a thousand times. */
  deliveriesPerSecond: 50_000,
  topicLength: 255,
  /** Entries of `postgres_changes` in one join. */
  changesOfChannel: 20,
  /**
   * Over all channels of a client; each condition of a filter counts too, because each change is matched against it.
   */
  changesOfClient: 1_000,
  bytesOfFrame: 1_048_576,
  bytesOfBroadcast: 262_144,
  bytesOfPresence: 8_192,
  presencesOfClient: 200,
  /** Per channel, counted like in the original. */
  presenceCalls: { count: 30, seconds: 30 },
  /** Bytes a client has not read yet; above that it is cut. */
  bytesUnread: 2_097_152,
  /** Bytes a socket has sent that have not been processed, because its messages wait for the database. */
  bytesUnheard: 4_194_304,
  /** In milliseconds: how long a right to send is cached, and thus how long somebody who is blocked may go on. */
  rightToSpeak: 1_000,
  /** In milliseconds; the official client sends a heartbeat every 25 seconds. */
  silence: 60_000,
  /** In milliseconds: how often a process sends its heartbeat, and after what silence others consider it gone. */
  beat: 5_000,
  gone: 15_000,
} as const;

export type RealtimeLimits = {
  [Name in keyof typeof realtimeLimits]: Widened<(typeof realtimeLimits)[Name]>;
};
type Widened<Limit> = Limit extends number ? number : { [Part in keyof Limit]: number };

/** At most `count` in a window of `seconds`; the next window starts with the first use after it. */
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

/** Somebody's share of a limited number of places. */
export type Count = { take(places?: number): boolean; give(places?: number): void };

/** The same number of places for each client. */
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
export function createMeters(
  count: number,
  seconds: number,
): (client: string, by?: number) => boolean {
  const meters = new Map<string, { isFree: (by?: number) => boolean; at: number }>();
  return (client, by) => {
    const now = performance.now();
    const meter = meters.get(client) ?? { isFree: createMeter(count, seconds), at: now };
    meter.at = now;
    meters.delete(client);
    meters.set(client, meter);
    // Drops the oldest ones, whose window has passed.
    for (const [name, { at }] of meters) {
      if (now - at < seconds * 1_000) break;
      meters.delete(name);
    }
    return meter.isFree(by);
  };
}
