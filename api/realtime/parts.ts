import type { Database } from '#database/database.ts';
import type { TokenVerifier } from '../tokens.ts';
import { createAuthorization } from './authorize.ts';
import { createEnds } from './ends.ts';
import { createHub } from './hub.ts';
import { createIdentification } from './identify.ts';
import { createCounts, createMeters, type RealtimeLimits, realtimeLimits } from './limits.ts';

export type RealtimeDependencies = {
  database: Database;
  verifyToken: TokenVerifier;
  publishableKey: string;
  reportBug: (error: unknown) => void;
  limits?: Partial<RealtimeLimits>;
};

export type Realtime = ReturnType<typeof createParts>;

/** What channels work with. */
export function createParts({
  database,
  verifyToken,
  publishableKey,
  reportBug,
  limits: given,
}: RealtimeDependencies) {
  const limits: RealtimeLimits = { ...realtimeLimits, ...given };
  const identification = createIdentification(database, verifyToken, publishableKey);
  return {
    database,
    limits,
    reportBug,
    identification,
    authorization: createAuthorization(database, reportBug),
    hub: createHub(database, limits, reportBug),
    ends: createEnds(database, identification.examine, reportBug),
    socketsOf: createCounts(limits.socketsOfClient),
    presencesOf: createCounts(limits.presencesOfClient),
    messagesOf: createMeters(limits.messagesOfClientPerSecond),
  };
}
