import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { asUnavailable, DatabaseUnavailable } from '../database-unavailable.ts';
import { cut } from '../lines/silent-line.ts';

const tryEvery = 500;
const never = new Promise<never>(() => {});

/**
 * Connections of the database's owner, for graphile-worker alone. If the last step of a job fails,
 * graphile-worker gives up; so callers wait for a connection however long the database is away, and
 * a query on a lost connection fails with a code that graphile-worker retries. Once the pool has
 * ended, callers wait for ever: graphile-worker writes a job's outcome without handling a failure.
 */
export function openQueuePool(admin: pg.ClientConfig, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...admin,
    max,
    application_name: 'queue',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    Client: QueueClient,
  });
  // A lost connection is replaced; without listeners Node would exit.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool);
  async function patiently(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await connect();
      } catch {
        if (pool.ending) return never;
        await delay(tryEvery, undefined, { ref: false });
      }
    }
  }
  // Callers with a callback (the LISTEN connection, the timetable) wait and retry by themselves.
  const withCallback = pool.connect.bind(pool);
  pool.connect = ((callback?: TakeClient) =>
    callback
      ? withCallback((error, client, release) => callback(error, client, release && once(release)))
      : patiently()) as typeof pool.connect;
  return pool;
}

type Release = (end?: boolean) => void;
type TakeClient = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  /** Missing if the pool has ended. */
  release: Release | undefined,
) => void;

/**
 * graphile-worker releases its LISTEN connection when it stops, and again if its query fails only
 * afterwards, which would be an uncaught error.
 */
function once(release: Release): Release {
  let isReleased = false;
  return (end) => {
    if (isReleased) return;
    isReleased = true;
    release(end);
  };
}

class QueueClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...words: unknown[]) => unknown;
    this.query = ((...words: unknown[]) => {
      const answer = query(...words);
      return answer instanceof Promise
        ? answer.catch((error) => this.#askToTryAgain(error))
        : answer;
    }) as typeof this.query;
  }

  /**
   * With the code for a transaction that should be retried, which graphile-worker does with growing
   * pauses.
   */
  #askToTryAgain(error: unknown): never {
    // A new connection may lead to a server that accepts writes.
    const isReadOnly = (error as { code?: string }).code === '25006';
    if (isReadOnly) cut(this);
    if (isReadOnly || asUnavailable(error) instanceof DatabaseUnavailable) {
      throw Object.assign(new Error((error as Error).message, { cause: error }), { code: '40001' });
    }
    throw error;
  }
}
