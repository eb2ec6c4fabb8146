import pg from 'pg';
import type { Session } from '../database.ts';

/** Adds work that must not be lost, in the transaction that causes it. */
export type Queue<Tasks> = {
  add<Task extends keyof Tasks & string>(
    session: Pick<Session, 'query'>,
    task: Task,
    payload: Tasks[Task],
    /** A waiting job with the same key is replaced; jobs without a key are independent. */
    options?: { key?: string; inSeconds?: number },
  ): Promise<void>;
};

export function createQueue<Tasks>(): Queue<Tasks> {
  return {
    async add(session, task, payload, { key, inSeconds } = {}) {
      await session.query({
        name: 'queue-add',
        text: 'select queue.add($1, $2, $3, now() + make_interval(secs => $4))',
        values: [task, JSON.stringify(payload), key ?? null, inSeconds ?? null],
      });
    },
  };
}

/** graphile-worker has a schema of its own, and migrates it itself. */
export async function migrateQueue(admin: pg.ClientConfig) {
  // Loaded only here: most importers of this file only add jobs.
  const { Logger, runMigrations } = await import('graphile-worker');
  const pool = new pg.Pool({ ...admin, max: 2, application_name: 'migrate' });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}
