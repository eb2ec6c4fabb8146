import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { cloneDatabase } from '#test/support/engine.ts';
import { showWorkers } from './queue-workers.ts';

const clone = await cloneDatabase(inject('engine'));
const watcher = new pg.Client(clone.admin);
await watcher.connect();
afterAll(async () => {
  await watcher.end();
  await clone.drop();
});

it('a connection on which a worker could not register is closed, and one is tried at a time', async () => {
  const ids = async (also = '') => {
    const { rows } = await watcher.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'queue workers' and datname = $1 ${also}`,
      [clone.admin.database],
    );
    return rows.map(({ pid }) => pid);
  };
  const shown =
    "and exists (select from pg_locks as l where l.pid = pg_stat_activity.pid and l.locktype = 'advisory' and granted)";
  const presence = await showWorkers({ ...clone.admin, query_timeout: 100 });
  presence.events.emit('pool:create', { workerPool: { id: 'one' } } as never);
  await expect.poll(() => ids(shown)).toHaveLength(1);

  // The connection is lost, and another session holds the worker's lock for a while.
  const before = await ids();
  await watcher.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [before]);
  await watcher.query("select pg_advisory_lock(726153, hashtext('one'))");
  const tried = new Set<number>();
  await expect
    .poll(
      async () => {
        for (const pid of await ids()) tried.add(pid);
        return tried.size;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(3);
  await watcher.query('select pg_advisory_unlock_all()');
  await expect.poll(() => ids(shown), { timeout: 10_000 }).toHaveLength(1);
  await expect.poll(() => ids(), { timeout: 10_000 }).toHaveLength(1);
  await presence.stop();
  await expect.poll(() => ids()).toEqual([]);
});
