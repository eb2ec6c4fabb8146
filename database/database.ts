import pg from 'pg';
import { type Caller, type CallOptions, opening, type Role, statementTimeout } from './caller.ts';
import { asUnavailable, DatabaseBusy, DatabaseUnavailable } from './database-unavailable.ts';
import type { Crowd } from './fair-turns.ts';
import { createLanes, type Lane } from './lanes.ts';
import { openConnections } from './lines/connections.ts';
import { type Channels, type Heard, listen } from './lines/listen.ts';
import { watchForSilence } from './lines/silent-line.ts';
import { withConnectionHeld } from './on-behalf-of.ts';
import { onceMore } from './once-more.ts';
import { PipelinedQuery } from './pipelined-query.ts';
import { countAsked } from './request-notes.ts';
import type { Result, Statement } from './statement.ts';

// Dates stay text: a Date object would shift with the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type { Caller, Role } from './caller.ts';

export type Session = { query<Row>(statement: Statement): Promise<Result<Row>> };
/** All of its queries take effect, or none. */
export type Transaction = Session & {
  /** Several queries in one round trip, where none depends on the result of another. */
  queryAll<Rows extends readonly unknown[]>(
    statements: { [Place in keyof Rows]: Statement },
  ): Promise<{ [Place in keyof Rows]: Result<Rows[Place]> }>;
};
/** Each `query` and each `queryAll` is a transaction of its own. */
type Service = Transaction & {
  transaction<T>(work: (session: Transaction) => Promise<T>): Promise<T>;
};
export type Database = {
  /** As service_role, which bypasses row-level security; decision 4 says when that is right. */
  asService: Service;
  /** Several queries in one short transaction, with the caller's role and claims. */
  asCaller<T>(
    caller: Caller,
    work: (session: Transaction) => Promise<T>,
    options?: CallOptions,
  ): Promise<T>;
  /** One query with the caller's role and claims, in one round trip. */
  askAs<Row>(caller: Caller, statement: Statement, options?: CallOptions): Promise<Result<Row>>;
  /**
   * Calls `heard` for each NOTIFY on the channels, and without arguments when a lost connection is back;
   * calls `lost` as soon as it is lost. Returns a function that stops listening.
   */
  listen(channels: Channels, heard: Heard, lost?: () => void): Promise<() => Promise<void>>;
  /** Why a query from this client would be refused now, as far as that is certain. */
  refusal(client: string, question: Question): Crowd | undefined;
  /** How busy the database is right now. */
  state(): DatabaseState;
  close(): Promise<void>;
};

/** Whether a replica may answer: yes, no, or only the query itself can tell. */
export type Question = 'read of a visitor' | 'other' | 'either';

type DatabaseState = {
  connections: Record<'busy' | 'idle' | 'waited for', number>;
  /** How many wait for a turn, and how many have one. */
  turns: Record<Lane, { running: number; waiting: number }>;
  replicas: readonly ReplicaState[];
};

export type ReplicaState = {
  replica: string;
  isUsed: boolean;
  /**
   * How many seconds it was behind at the last check, or seconds since the last successful check.
   */
  lag: number;
};

/** Called for each round trip with the role, the milliseconds it took, and how it ended. */
export type HearAsked = (role: Role, time: number, outcome: 'answered' | 'failed' | 'away') => void;

/** How the site logs in: where the database is, and what lies in between. */
export type DatabaseLogin = pg.ClientConfig & {
  /** Bypasses a pooler: LISTEN needs a session of its own, which a pooler does not give. */
  direct?: pg.ClientConfig;
  /** Whether statements may be prepared and reused; some poolers mix them up between sessions. */
  prepares?: boolean;
};

/** One PostgreSQL, primary or replica. */
export type DatabaseServer = Database & {
  /** Fails unless the server is a replica that has applied the log up to that position. */
  standAt(position: string): Promise<void>;
  /** Aborts everything that is running: no response will come. */
  cut(): void;
};

/** How long to wait beyond the server's own timeout before the connection counts as lost. */
const grace = 5_000;

const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/**
 * `login` is the role that owns nothing and may only become anon, authenticated or service_role.
 */
export function openDatabase(
  { direct, prepares = true, ...login }: DatabaseLogin,
  most = 20,
  hear: HearAsked = () => {},
): DatabaseServer {
  const lanes = createLanes(most);
  const connections = openConnections(login, lanes.connections);
  const listeners = new Set<() => Promise<void>>();

  async function withConnection<T>(
    lane: Lane,
    work: (connection: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const endTurn = await lanes.take(lane);
    try {
      return await connections.withOne(work);
    } catch (error) {
      // A query that timed out while others wait means overload, not a bug.
      const isLate = error instanceof Error && 'code' in error && error.code === '57014';
      throw isLate && lanes.isCrowded(lane) ? new DatabaseBusy('crowd', error) : error;
    } finally {
      endTurn();
    }
  }

  async function ask(connection: pg.PoolClient, role: Role, statements: readonly Statement[]) {
    const began = performance.now();
    let outcome: Parameters<HearAsked>[2] = 'answered';
    try {
      return await sendTo(connection, role, statements);
    } catch (error) {
      outcome = error instanceof DatabaseUnavailable ? 'away' : 'failed';
      throw error;
    } finally {
      hear(role, performance.now() - began, outcome);
      countAsked(statements, began, outcome !== 'answered');
    }
  }

  async function askAll(
    lane: Lane,
    caller: Caller,
    statements: readonly Statement[],
    options: CallOptions = {},
  ) {
    // Everything before one Sync is one transaction, so the role and the claims end with it. If it
    // failed, it can be sent again.
    const before = opening(caller, options);
    const answers = await onceMore(() =>
      withConnection(lane, (connection) =>
        ask(connection, caller.role, [...before, ...statements]),
      ),
    );
    return answers.slice(before.length);
  }

  async function transact<T>(
    lane: Lane,
    caller: Caller,
    work: (session: Transaction) => Promise<T>,
    options: CallOptions = {},
  ) {
    return withConnection(lane, async (connection) => {
      // The transaction begins with its first query, in the same round trip.
      let first = [begin, ...opening(caller, options)];
      const hasBegun = () => first.length === 0;
      const session = askingWith(async (statements) => {
        const before = first;
        first = [];
        const answers = await ask(connection, caller.role, [...before, ...statements]);
        return answers.slice(before.length);
      });
      try {
        const result = await withConnectionHeld(() => work(session));
        if (hasBegun()) await ask(connection, caller.role, [commit]);
        return result;
      } catch (error) {
        // On a lost connection there is nothing to roll back, and the first error says more.
        if (hasBegun()) await ask(connection, caller.role, [rollback]).catch(() => {});
        throw error;
      }
    });
  }

  const sendTo = (connection: pg.PoolClient, role: Role, statements: readonly Statement[]) =>
    send(connection, role, statements, prepares);

  return {
    async standAt(position) {
      await askAll('site', service, [], { readOnly: true, position });
    },
    cut: connections.cut,
    askAs: async <Row>(caller: Caller, statement: Statement, options?: CallOptions) => {
      const [answer] = await askAll('callers', caller, [statement], options);
      return answer as Result<Row>;
    },
    asCaller: (...asked) => transact('callers', ...asked),
    asService: {
      ...askingWith((statements) => askAll('site', service, statements)),
      transaction: (work) => transact('site', service, work),
    },
    async listen(channels, heard, lost) {
      const stop = await listen(direct ?? login, channels, heard, lost).catch((error) => {
        throw asUnavailable(error);
      });
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    refusal: (client) => lanes.refusal('callers', client),
    state: () => ({
      connections: connections.state(),
      turns: lanes.state(),
      replicas: [],
    }),
    async close() {
      await Promise.all([...listeners].map((stop) => stop()));
      await connections.close(grace);
    },
  };
}

const begin: Statement = { text: 'begin', name: 'begin', isLasting: true };
const commit: Statement = { text: 'commit', name: 'commit', isLasting: true };
const rollback: Statement = { text: 'rollback', name: 'rollback', isLasting: true };

/** The caller declares the type of the rows; nothing here checks it. */
function askingWith(ask: (statements: readonly Statement[]) => Promise<unknown[]>): Transaction {
  return {
    query: async <Row>(statement: Statement) => {
      const [answer] = await ask([statement]);
      return answer as Result<Row>;
    },
    queryAll: async <Rows extends readonly unknown[]>(
      statements: { [Place in keyof Rows]: Statement },
    ) => (await ask(statements)) as { [Place in keyof Rows]: Result<Rows[Place]> },
  };
}

async function send(
  connection: pg.PoolClient,
  role: Role,
  statements: readonly Statement[],
  prepares: boolean,
): Promise<Result<unknown>[]> {
  const stopWatching = watchForSilence(connection, statementTimeout[role] + grace);
  try {
    return await new Promise((resolve, reject) => {
      connection.query(new PipelinedQuery(statements, resolve, reject, prepares));
    });
  } catch (error) {
    throw asUnavailable(error);
  } finally {
    stopWatching();
  }
}
