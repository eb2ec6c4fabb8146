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

// A date stays the text it is; as a Date it would move with the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type { Caller, Role } from './caller.ts';

export type Session = { query<Row>(statement: Statement): Promise<Result<Row>> };
/** All or none of what is asked in one takes effect. */
export type Transaction = Session & {
  /** Several statements in one round trip, where none waits for the answer to another. */
  queryAll<Rows extends readonly unknown[]>(
    statements: { [Place in keyof Rows]: Statement },
  ): Promise<{ [Place in keyof Rows]: Result<Rows[Place]> }>;
};
/** Each query, and all of a `queryAll`, is a transaction of its own. */
type Service = Transaction & {
  transaction<T>(work: (session: Transaction) => Promise<T>): Promise<T>;
};
export type Database = {
  /** As service_role, which row-level security does not hold: decision 4 says when that is right. */
  asService: Service;
  /** Several statements in one short transaction, with the caller's role and claims. */
  asCaller<T>(
    caller: Caller,
    work: (session: Transaction) => Promise<T>,
    options?: CallOptions,
  ): Promise<T>;
  /** One statement with the caller's role and claims, in one round trip. */
  askAs<Row>(caller: Caller, statement: Statement, options?: CallOptions): Promise<Result<Row>>;
  /**
   * Calls `heard` for each NOTIFY on the channels, and with nothing when the line was lost and is back;
   * `lost` as soon as it is lost. The answer stops listening.
   */
  listen(channels: Channels, heard: Heard, lost?: () => void): Promise<() => Promise<void>>;
  /** Why a question of this client would be refused if it came now, as far as that is certain. */
  refusal(client: string, question: Question): Crowd | undefined;
  /** How busy it is at this moment. */
  state(): DatabaseState;
  close(): Promise<void>;
};

/** Where a replica may be asked in place of the primary, and where only the question itself says whether it is. */
export type Question = 'read of a visitor' | 'other' | 'either';

type DatabaseState = {
  connections: Record<'busy' | 'idle' | 'waited for', number>;
  /** Who waits for a turn, and who has one. */
  turns: Record<Lane, { running: number; waiting: number }>;
  replicas: readonly ReplicaState[];
};

export type ReplicaState = {
  replica: string;
  isUsed: boolean;
  /** How far it was behind when it was last looked at, in seconds, or how long nobody has known. */
  lag: number;
};

/** Told of each time that something was asked: with which role, for how many milliseconds, and what came of it. */
export type HearAsked = (role: Role, time: number, outcome: 'answered' | 'failed' | 'away') => void;

/** How the site logs in: where the database is, and what lies between. */
export type DatabaseLogin = pg.ClientConfig & {
  /** Past a pooler, which gives no connection of one's own: for what NOTIFY says. */
  direct?: pg.ClientConfig;
  /** Whether a statement may be prepared for those that come after; not through a pooler that mixes them up. */
  prepares?: boolean;
};

/** One PostgreSQL, be it the primary or a replica. */
export type DatabaseServer = Database & {
  /** Fails unless the server is a replica that has what stands before that place of the log. */
  standAt(position: string): Promise<void>;
  /** Ends all that is under way: nobody will answer. */
  cut(): void;
};

/** How long an answer may be on its way after the server's own limit; then the line itself is gone. */
const grace = 5_000;

const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** `login` is the role that owns nothing and may only become anon, authenticated or service_role. */
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
      // A statement that ran out of time beside others that wait is one of too many.
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
    // Everything before one Sync is one transaction, so the role and the claims end with it, and undone it can come again.
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
      // It begins with the first thing that is asked, in the same round trip.
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
        // When the line is lost there is nothing to roll back, and the first error says more.
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

/** What a row holds is said by who asks; nothing here knows. */
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
