import { DatabaseBusy } from './database-unavailable.ts';
import { createFairTurns, NoTurn } from './fair-turns.ts';
import { currentScope } from './on-behalf-of.ts';

/**
 * `callers` are free queries of visitors and members, through the table API and storage. `site` are
 * fixed queries of the site: sign-in, health, limits, functions.
 */
export type Lane = 'callers' | 'site';

/** For queries made while a connection is already held; they take no turn. */
const spare = 2;

/**
 * Divides the connections, so that expensive queries of callers never keep anybody from signing in,
 * and those of one client never hold up another.
 */
export function createLanes(connections: number) {
  const ofSite = Math.max(1, Math.floor(connections * 0.4));
  const lanes = {
    // Two of twelve: each may occupy a processor for the whole statement timeout.
    callers: createLane(Math.max(1, connections - ofSite), { part: 6, patience: 5_000 }),
    // The site's own queries are short: a longer wait means that something is wrong.
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
      // What the site has begun, such as counting a wrong password, it also finishes.
      const known = asker && (lane === 'site' ? { key: asker.key } : asker);
      return lanes[lane].take(known).catch((error) => {
        throw error instanceof NoTurn ? new DatabaseBusy(error.cause, error) : error;
      });
    },
  };
}

/** One client may have one part in `part`. */
function createLane(atOnce: number, { part, patience }: { part: number; patience: number }) {
  return createFairTurns({
    atOnce,
    share: Math.max(1, Math.floor(atOnce / part)),
    mostWaiting: 600,
    mostWaitingOfOne: 100,
    patience,
  });
}
