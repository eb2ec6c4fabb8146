import pg from 'pg';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { createQueue } from '#database/queue/queue.ts';
import { watchTimetable } from '#database/queue/queue-clock.ts';
import { cloneDatabase } from '#test/support/engine.ts';
import { createLogger } from '../logger.ts';
import { startQueue } from './queue.ts';

const clone = await cloneDatabase(inject('engine'));
const database = openDatabase(clone.login, 2);
const queue = createQueue<{ test: { word: string } }>();
const options = { concurrency: 2, logger: createLogger('silent') };
afterAll(async () => {
  await database.close();
  await clone.drop();
});

describe('the queue', () => {
  it('does what was queued in a transaction, and nothing of one that failed', async () => {
    const undo = new Error('undo');
    await database.asService
      .transaction(async (session) => {
        await queue.add(session, 'test', { word: 'lost' });
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
    await database.asService.transaction((session) => queue.add(session, 'test', { word: 'kept' }));
    const done = await workUntil(1);
    expect(done).toEqual(['kept']);
  });

  it('keeps jobs while no worker runs, and replaces a waiting job with the same key', async () => {
    for (const word of ['first', 'second']) {
      await database.asService.transaction((session) =>
        queue.add(session, 'test', { word }, { key: 'one' }),
      );
    }
    expect(await workUntil(1)).toEqual(['second']);
  });

  it('runs immediate jobs at once that were queued while the clock was a day ahead', async () => {
    await database.asService.transaction((session) => queue.add(session, 'test', { word: 'set' }));
    await askOwner(`update graphile_worker._private_jobs set run_at = run_at + interval '1 day',
      created_at = created_at + interval '1 day', updated_at = updated_at + interval '1 day'`);
    await askOwner(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('test', now(), now() + interval '1 day')`);
    expect(await workUntil(1)).toEqual(['set']);
    const { rows } = await askOwner(
      'select from graphile_worker._private_known_crontabs where last_execution > now()',
    );
    expect(rows).toEqual([]);
  });

  it('runs immediate jobs at once in a process whose clock is a day ahead', async () => {
    const minute = 60_000;
    const next = (Math.floor(Date.now() / minute) + 1_441) * minute;
    vi.useFakeTimers({ toFake: ['Date'], now: next - 100 });
    const { promise: isDone, resolve } = Promise.withResolvers<void>();
    const running = await startQueue(clone.admin, [{ test: async () => resolve() }], {
      ...options,
      timetable: ['* * * * * test ?id=ahead&jobKey=timetable-test&jobKeyMode=preserve_run_at'],
    });
    const begun = "select from graphile_worker._private_known_crontabs where identifier = 'ahead'";
    await expect.poll(async () => (await askOwner(begun)).rowCount).toBe(1);
    vi.setSystemTime(next + 100);
    await isDone;
    vi.useRealTimers();
    await running.stop();
  });

  it('takes the timetable over from a dead process whose clock was a day ahead', async () => {
    const pool = new pg.Pool(clone.admin);
    const last = 'select from graphile_worker._private_known_crontabs where last_execution > now()';
    await askOwner(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('gone', now(), now() + interval '1 day')`);
    const end = watchTimetable(pool, 20);
    await expect.poll(async () => (await askOwner(last)).rowCount).toBe(0);
    end();
    await pool.end();
  });

  it('lets a running job finish before it stops', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: let_, resolve: letFinish } = Promise.withResolvers<void>();
    let isFinished = false;
    const running = await startQueue(
      clone.admin,
      [
        {
          test: async () => {
            begin();
            await let_;
            isFinished = true;
          },
        },
      ],
      options,
    );
    await database.asService.transaction((session) => queue.add(session, 'test', { word: 'slow' }));
    await begun;
    const stopped = running.stop();
    letFinish();
    await stopped;
    expect(isFinished).toBe(true);
  });

  it('keeps a failed job for a later try', async () => {
    const { promise: tried, resolve } = Promise.withResolvers<void>();
    const running = await startQueue(
      clone.admin,
      [
        {
          test: async () => {
            resolve();
            throw new Error('The post is closed.');
          },
        },
      ],
      options,
    );
    await database.asService.transaction((session) =>
      queue.add(session, 'test', { word: 'later' }),
    );
    await tried;
    await running.stop();
    const { rows } = await askOwner('select attempts, last_error from graphile_worker.jobs');
    expect(rows).toMatchObject([{ attempts: 1, last_error: 'The post is closed.' }]);
  });

  it('does not give up on a job because its processes were killed', async () => {
    await askOwner('delete from graphile_worker._private_jobs');
    await queue.add(database.asService, 'test', { word: 'killed' });
    await askOwner(`update graphile_worker._private_jobs
      set attempts = max_attempts, locked_at = now(), locked_by = 'a worker that is gone'`);
    expect(await workUntil(1)).toEqual(['killed']);
  });

  it('is closed to visitors and members', async () => {
    for (const role of ['anon', 'authenticated'] as const) {
      const attempt = database.askAs(
        { role, claims: { role } },
        { text: "select queue.add('test', '{}')" },
      );
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
      const look = database.askAs(
        { role, claims: { role } },
        { text: 'select * from queue.outbox' },
      );
      await expect(look).rejects.toMatchObject({ code: '42501' });
    }
  });
});

/** Starts a worker, waits for this many jobs, and stops it. */
async function workUntil(count: number): Promise<string[]> {
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const test = async (payload: unknown) => {
    done.push((payload as { word: string }).word);
    if (done.length >= count) resolve();
  };
  const running = await startQueue(clone.admin, [{ test }], options);
  await promise;
  await running.stop();
  return done;
}

async function askOwner(text: string) {
  const client = new pg.Client(clone.admin);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
