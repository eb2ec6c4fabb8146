import pg from 'pg';
import { DatabaseReadOnly, DatabaseUnavailable } from '../database-unavailable.ts';
import { isWorn } from '../pipelined-query.ts';
import { cut } from './silent-line.ts';

/**
 * The connections to one server. Broken ones are replaced, and so are those to a server that no
 * longer accepts writes.
 */
export function openConnections(login: pg.ClientConfig, most: number) {
  const pool = new pg.Pool({
    ...login,
    max: most,
    connectionTimeoutMillis: login.connectionTimeoutMillis ?? 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // A connection without an error listener, in the pool or in use, would end the process: one loss
  // can be reported twice, by the server's last message and by the socket.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));

  const all = new Set<pg.ClientBase>();
  pool.on('connect', (connection) => all.add(connection));
  pool.on('remove', (connection) => all.delete(connection));
  /**
   * Connections to a server that no longer accepts writes: a new one may lead to another server.
   */
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
        // The server's last message arrives before the connection closes.
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
    /** Aborts everything in progress: no response will come. */
    cut: cutHeld,
    /** Aborts what is not done after this many milliseconds. */
    async close(patience: number) {
      const cutThose = setTimeout(cutHeld, patience);
      await pool.end().finally(() => clearTimeout(cutThose));
    },
  };
}
