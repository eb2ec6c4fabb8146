import { DatabaseBusy } from './database-unavailable.ts';
import { createFairTurns, NoTurn } from './fair-turns.ts';
import { currentScope } from './on-behalf-of.ts';

/**
 * `callers` is what visitors and people ask in words of their own, through the table API and storage.
 * `site` is what the site asks in fixed words: sign-in, health, limits, functions.
 */
export type Lane = 'callers' | 'site';

/** For what is asked while a connection is held, which takes no turn. */
const spare = 2;

/**
 * Divides the connections, so that the costliest questions of callers never keep anybody from signing in,
 * and one client's never keep another from asking.
 */
export function createLanes(connections: number) {
  const ofSite = Math.max(1, Math.floor(connections * 0.4));
  const lanes = {
    // Two of twelve: each may keep a processor busy for as long as a statement may take.
    callers: createLane(Math.max(1, connections - ofSite), { part: 6, patience: 5_000 }),
    // The site's own questions are short: whoever waits longer for one does so because of a fault.
    site: createLane(ofSite, { part: 4, patience: 10_000 }),
  };
  return {
    connections: Math.max(2, connections) + spare,
    isCrowded: (lane: Lane) => lanes[lane].isCrowded(),
    refusal: (lane: Lane, client: string) => lanes[lane].refusal(client),
    state: () => ({ callers: lanes.callers.state(), site: lanes.site.state() }),
    async take(lane: Lane): Promise<() => void> {
      const { asker, hasConnection } = currentScope();
      if (hasConnection) return () => {};
      // What the site itself has begun, such as to count a wrong password, it also ends.
      const known = asker && (lane === 'site' ? { key: asker.key } : asker);
      return lanes[lane].take(known).catch((error) => {
        throw error instanceof NoTurn ? new DatabaseBusy(error.cause, error) : error;
      });
    },
  };
}

/** One client may have the so-manieth part. */
function createLane(atOnce: number, { part, patience }: { part: number; patience: number }) {
  return createFairTurns({
    atOnce,
    share: Math.max(1, Math.floor(atOnce / part)),
    mostWaiting: 600,
    mostWaitingOfOne: 100,
    patience,
  });
}
