import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { endsWithItsMachine, openClient, withClient } from '../open-client.ts';

/** The first key of the advisory locks by which workers show that they are alive. */
const livingWorkers = 726_153;

/** How long a worker that lost its connection has to register again, */
const patience = 5_000;
/** and how long a finished job of ours has until its outcome is written. */
const patienceWithOurs = 30_000;
const lookEvery = 60_000;
const reconnectAfter = 250;

type Held = { id: string; locked_by: string; locked_at: Date };

export type Presence = {
  /** Passed to graphile-worker, whose events tell which workers and jobs there are. */
  events: WorkerEvents;
  stop(): Promise<void>;
};

/**
 * graphile-worker leaves the jobs of a killed process locked for four hours. Here each worker holds
 * an advisory lock while its process lives, so that any process on any machine can see which jobs
 * nobody works on, and free them: at its start, and every minute.
 */
export async function showWorkers(admin: pg.ClientConfig): Promise<Presence> {
  const workers = new Set<string>();
  const running = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  let stopped = false;
  let line: pg.Client | undefined;
  /** A connection runs one query at a time, and all lanes start at the same moment. */
  let held: Promise<unknown> = Promise.resolve();

  events.on('pool:create', ({ workerPool }) => {
    workers.add(workerPool.id);
    held = held.then(() => line && hold(line, workerPool.id)).catch(() => {});
  });
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => running.delete(job.id));

  async function show() {
    const opened = await openClient({ ...admin, application_name: 'queue workers' });
    try {
      await opened.query(endsWithItsMachine);
      for (const worker of workers) await hold(opened, worker);
    } catch (error) {
      opened.end().catch(() => {});
      throw error;
    }
    if (stopped) return opened.end().catch(() => {});
    line = opened;
    opened.once('end', () => {
      line = undefined;
      if (!stopped) setTimeout(showAgain, reconnectAfter).unref();
    });
  }
  function showAgain() {
    if (stopped || line) return;
    show().catch(() => setTimeout(showAgain, reconnectAfter).unref());
  }

  await show();
  const isOurs = ({ locked_by }: Held) => workers.has(locked_by);
  async function sweep() {
    const look = () => lookFor(admin, [...workers]);
    const ofOthers = async () => (await look()).filter((held) => !isOurs(held));
    // Not running here: the outcome was lost with a connection.
    const ofOurs = async () =>
      (await look()).filter((held) => isOurs(held) && !running.has(held.id));
    await Promise.all([
      freeAbandoned(admin, ofOthers, patience, () => stopped),
      freeAbandoned(admin, ofOurs, patienceWithOurs, () => stopped),
    ]).catch(() => {}); // the database is away; we look again in a minute
  }
  const timer = setInterval(sweep, lookEvery).unref();
  sweep();
  return {
    events,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await line?.end().catch(() => {});
    },
  };
}

async function hold(line: pg.Client, worker: string) {
  await line.query('select pg_advisory_lock($1, hashtext($2))', [livingWorkers, worker]);
}

/** Jobs held by workers that hold no lock, and jobs held by ours. */
function lookFor(admin: pg.ClientConfig, ours: string[]): Promise<Held[]> {
  return withClient(admin, async (client) => {
    const { rows } = await client.query<Held>(heldJobs, [livingWorkers, ours]);
    return rows;
  });
}

/** Looks twice, so that a worker that only lost its connection keeps its job. */
async function freeAbandoned(
  admin: pg.ClientConfig,
  look: () => Promise<Held[]>,
  wait: number,
  isStopped: () => boolean,
) {
  const before = await look();
  if (before.length === 0) return;
  await new Promise((resolve) => setTimeout(resolve, wait).unref());
  if (isStopped()) return;
  const still = (await look()).filter((held) => before.some((other) => isSame(held, other)));
  if (still.length === 0) return;
  await withClient(admin, async (client) => {
    await client.query(free, [still.map(({ id }) => id), still.map((held) => held.locked_by)]);
  });
}

function isSame(one: Held, other: Held): boolean {
  return (
    one.id === other.id &&
    one.locked_by === other.locked_by &&
    one.locked_at.getTime() === other.locked_at.getTime()
  );
}

const heldJobs = `
  select id::text, locked_by, locked_at from graphile_worker._private_jobs
  where locked_by is not null and (locked_by = any($2) or not exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid = $1::int
      and database = (select oid from pg_database where datname = current_database())
      and objid::bigint = hashtext(locked_by)::bigint & 4294967295
  ))`;

/**
 * A process usually does not end because of its job, so the try is not counted. After an hour it
 * is, so that a job that kills every process that takes it is given up on in the end.
 */
const free = `
  with abandoned as (
    select * from unnest($1::bigint[], $2::text[]) as held (id, locked_by)
  ), freed as (
    update graphile_worker._private_jobs as jobs
    set locked_at = null, locked_by = null, run_at = greatest(run_at, now()),
      attempts = case when jobs.created_at > now() - interval '1 hour' then greatest(jobs.attempts - 1, 0)
        else jobs.attempts end
    from abandoned where jobs.id = abandoned.id and jobs.locked_by = abandoned.locked_by
    returning job_queue_id
  )
  update graphile_worker._private_job_queues as queues set locked_at = null, locked_by = null
  where id in (select job_queue_id from freed) and locked_by = any($2)`;
