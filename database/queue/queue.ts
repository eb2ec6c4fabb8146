import pg from 'pg';
import type { Session } from '../database.ts';

/** Adds work that must not be lost, in the transaction of what caused it. */
export type Queue<Tasks> = {
  add<Task extends keyof Tasks & string>(
    session: Pick<Session, 'query'>,
    task: Task,
    payload: Tasks[Task],
    /** A job whose key is waiting already is replaced; without a key each job stands alone. */
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

/** graphile-worker keeps its own schema and brings it to its own version. */
export async function migrateQueue(admin: pg.ClientConfig) {
  // Loaded where it is needed: most of what imports this file only adds jobs.
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
