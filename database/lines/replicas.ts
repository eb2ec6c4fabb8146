import type { Caller, CallOptions } from '../caller.ts';
import {
  type Database,
  type DatabaseLogin,
  type DatabaseServer,
  type HearAsked,
  openDatabase,
} from '../database.ts';
import { DatabaseBusy, DatabaseUnavailable } from '../database-unavailable.ts';
import { currentScope, onBehalfOf } from '../on-behalf-of.ts';
import { shareNext } from '../share-next.ts';
import { isBehind, type ReplicaNote, type WatchedReplica, watchReplica } from './watch-replica.ts';

/** A primary and its replicas, as the site logs in to them. */
export type Logins = { primary: DatabaseLogin; replicas?: readonly DatabaseLogin[] };

type Options = {
  /** To each of them. */
  connections?: number;
  note?: (note: ReplicaNote) => void;
  hear?: HearAsked | undefined;
};

/**
 * One database: writes, and all queries of people and the site, go to the primary; visitors' reads
 * go to a replica that has everything committed at the time. Whatever is wrong with the replicas,
 * the primary answers instead and nobody notices (decision 110).
 */
export function openDatabases(
  { primary, replicas = [] }: Logins,
  { connections = 20, note = () => {}, hear }: Options = {},
): Database {
  const server = openDatabase(primary, connections, hear);
  if (replicas.length === 0) return server;

  const readPosition = shareNext(() => onBehalfOf(undefined, () => askPosition(server)));
  const watched = replicas.map((login) =>
    watchReplica(
      `${login.host}:${login.port ?? 5432}`,
      openDatabase({ connectionTimeoutMillis: 1_000, ...login }, connections, hear),
      readPosition,
      note,
    ),
  );

  async function ask<T>(
    caller: Caller,
    options: CallOptions,
    work: (server: DatabaseServer, options: CallOptions) => Promise<T>,
  ): Promise<T> {
    const scope = currentScope();
    // A query in the middle of a transaction belongs to it.
    const isVisitor = caller.role === 'anon' && options.readOnly === true && !scope.hasConnection;
    const replica = isVisitor ? choose(watched) : undefined;
    if (!replica) return work(server, options);
    const position = scope.position ?? (await readPosition());
    try {
      return await replica.ask((one) => work(one, { ...options, position }));
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      return work(server, options);
    }
  }

  return {
    ...server,
    askAs: (caller, statement, options = {}) =>
      ask(caller, options, (one, its) => one.askAs(caller, statement, its)),
    asCaller: (caller, work, options = {}) =>
      ask(caller, options, (one, its) => one.asCaller(caller, work, its)),
    refusal(client, question) {
      const used = watched.filter((replica) => replica.isUsed());
      const ofPrimary = server.refusal(client, question);
      if (question === 'other' || used.length === 0) return ofPrimary;
      const refusals = used.map((replica) => replica.server.refusal(client, question));
      if (question === 'either') refusals.push(ofPrimary);
      // As long as one of them is in use and has room.
      return refusals.includes(undefined) ? undefined : refusals[0];
    },
    state: () => ({ ...server.state(), replicas: watched.map((replica) => replica.state()) }),
    async close() {
      await Promise.all(watched.map((replica) => replica.stop()));
      await server.close();
    },
  };
}

/** The least busy one. */
function choose(replicas: readonly WatchedReplica[]): WatchedReplica | undefined {
  const used = replicas.filter((replica) => replica.isUsed());
  const least = Math.min(...used.map(({ running }) => running));
  const free = used.filter(({ running }) => running === least);
  return free[Math.floor(Math.random() * free.length)];
}

async function askPosition(server: DatabaseServer): Promise<string> {
  const { rows } = await server.asService.query<{ position: string }>({
    name: 'log-position',
    text: 'select private.log_position() as position',
    isLasting: true,
  });
  return rows[0]?.position ?? '';
}

/**
 * The replica is down or behind, or did what only replicas do: cancel a query that conflicts with
 * replication, or refuse what only a primary can do. Overload is no reason to try the primary, and
 * neither is a mistake in the query.
 */
function isOfReplica(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return false;
  if (error instanceof DatabaseUnavailable || isBehind(error)) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(40001|40P01|25006|0A000|55000)$/.test(code);
}
