import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { asUnavailable, DatabaseUnavailable } from '../database-unavailable.ts';
import { cut } from '../lines/silent-line.ts';

const tryEvery = 500;
const never = new Promise<never>(() => {});

/**
 * Connections of the database's owner, for graphile-worker alone. It takes the failing of a job's last
 * step for a reason to give up, so a connection is waited for, however long the database is away, and a
 * statement whose line was lost fails with a code that graphile-worker tries again. Who still waits when
 * the pool ends waits in vain: graphile-worker writes what came of a job without listening for a failure.
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
  // What asks with a callback (the line for NOTIFY, the timetable) waits and tries again by itself.
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
  /** There is none where the pool has ended. */
  release: Release | undefined,
) => void;

/**
 * graphile-worker gives its line for NOTIFY back when it stops, and once more where what it asked on it fails only then: an error
 * that nobody would catch.
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

  /** By the code of a transaction to be tried again, which graphile-worker does with growing pauses. */
  #askToTryAgain(error: unknown): never {
    // A new line may be led to a server that takes changes.
    const isReadOnly = (error as { code?: string }).code === '25006';
    if (isReadOnly) cut(this);
    if (isReadOnly || asUnavailable(error) instanceof DatabaseUnavailable) {
      throw Object.assign(new Error((error as Error).message, { cause: error }), { code: '40001' });
    }
    throw error;
  }
}
