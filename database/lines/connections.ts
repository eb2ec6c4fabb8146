import pg from 'pg';
import { DatabaseReadOnly, DatabaseUnavailable } from '../database-unavailable.ts';
import { isWorn } from '../pipelined-query.ts';
import { cut } from './silent-line.ts';

/** The connections to one server. What breaks is replaced, and so is what leads to a server that takes no changes any more. */
export function openConnections(login: pg.ClientConfig, most: number) {
  const pool = new pg.Pool({
    ...login,
    max: most,
    connectionTimeoutMillis: login.connectionTimeoutMillis ?? 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Without a listener at every moment, in the pool's hands and in ours, Node would exit: one loss can be told
  // twice, by the server's last word and by the socket.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));

  const all = new Set<pg.ClientBase>();
  pool.on('connect', (connection) => all.add(connection));
  pool.on('remove', (connection) => all.delete(connection));
  /** Those to a server that takes no changes any more: a new one may be led to another. */
  const left = new WeakSet<pg.ClientBase>();
  const held = new Set<pg.PoolClient>();

  async function take(): Promise<pg.PoolClient> {
    for (;;) {
      const connection = await pool.connect().catch((error) => {
        throw new DatabaseUnavailable(error);
      });
      if (!left.has(connection)) return connection;
      connection.release(true);
    }
  }

  function cutHeld() {
    for (const connection of held) cut(connection);
  }

  return {
    async withOne<T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
      const connection = await take();
      let lost = false;
      const noteLoss = () => {
        lost = true;
      };
      connection.once('error', noteLoss);
      held.add(connection);
      try {
        return await work(connection);
      } catch (error) {
        // The server's last word comes before the end of the line.
        if (error instanceof DatabaseUnavailable) lost = true;
        if (error instanceof DatabaseReadOnly) for (const each of all) left.add(each);
        throw error;
      } finally {
        held.delete(connection);
        connection.off('error', noteLoss);
        connection.release(lost || isWorn(connection));
      }
    },
    state: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      'waited for': pool.waitingCount,
    }),
    /** Ends all that is under way: nobody will answer. */
    cut: cutHeld,
    /** What is not done after so many milliseconds is cut. */
    async close(patience: number) {
      const cutThose = setTimeout(cutHeld, patience);
      await pool.end().finally(() => clearTimeout(cutThose));
    },
  };
}
