import type { Database } from '#database/database.ts';
import { createFairTurns } from '#database/fair-turns.ts';
import type { GateKeys } from '../gate.ts';
import type { TokenVerifier } from '../tokens.ts';
import { createAuthorization } from './authorize.ts';
import { createEnds } from './ends.ts';
import { createHub } from './hub/hub.ts';
import { createIdentification } from './identify.ts';
import { createCounts, createMeters, type RealtimeLimits, realtimeLimits } from './limits.ts';

/** What operators should know: somebody was refused or hit a limit. */
export type NoteInSocket = (event: 'refused' | 'limit', code: string, client: string) => void;

export type RealtimeDependencies = {
  database: Database;
  verifyToken: TokenVerifier;
  keys: GateKeys;
  reportBug: (error: unknown) => void;
  limits?: Partial<RealtimeLimits> | undefined;
  note?: NoteInSocket | undefined;
};

export type Realtime = ReturnType<typeof createParts>;

/** What channels depend on. */
export function createParts({
  database,
  verifyToken,
  keys,
  reportBug,
  limits: given,
  note = () => {},
}: RealtimeDependencies) {
  const limits: RealtimeLimits = { ...realtimeLimits, ...given };
  const identification = createIdentification(database, verifyToken, keys);
  return {
    database,
    limits,
    note,
    reportBug,
    identification,
    authorization: createAuthorization(database, reportBug),
    hub: createHub(database, limits, reportBug),
    ends: createEnds(database, identification.examine, reportBug),
    socketsOf: createCounts(limits.socketsOfClient),
    presencesOf: createCounts(limits.presencesOfClient),
    changesOf: createCounts(limits.changesOfClient),
    joins: createFairTurns(limits.joins),
    messagesOf: createMeters(limits.messagesOfClient.count, limits.messagesOfClient.seconds),
    bytesOf: createMeters(limits.bytesOfClient.count, limits.bytesOfClient.seconds),
    littleOf: createMeters(limits.littleOfClient, limits.bytesOfClient.seconds),
  };
}
