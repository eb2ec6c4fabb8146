import type { JobAndCronIdentifier, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';

/** Begins the key of a job that the timetable adds: of each task one at most waits. */
export const timetableKey = 'timetable-';

/**
 * The timetable names the minute of this process's clock as the time at which a task may begin, and the database compares
 * that with its own: of a process that is ahead, what is due every minute would be done once in ten, or once a day.
 */
export function beginAtOnce(events: WorkerEvents) {
  const begin = (items: JobAndCronIdentifier[]) => {
    for (const { job } of items) job.runAt = 'now'; // the database's word for its own time
  };
  events.on('cron:schedule', ({ jobsAndIdentifiers }) => begin(jobsAndIdentifiers));
  events.on('cron:backfill', ({ itemsToBackfill }) => begin(itemsToBackfill));
}

/**
 * A clock that was ahead and is set back leaves times in the queue that are still to come: what was to run at
 * once would wait for hours, and a timetable that ran until then stand still. They are set to what was meant.
 */
export async function forgetTimesAhead(pool: pg.Pool) {
  // The timetable goes by the clock of a process, everything else by that of the database.
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = $1::timestamptz
      where last_execution > $1::timestamptz + interval '2 minutes'`,
    [new Date()],
  );
  await pool.query(
    `update graphile_worker._private_jobs set updated_at = now(), created_at = least(created_at, now()),
        run_at = now() + case when starts_with(key, $1) then '0' else greatest(run_at - updated_at, '0') end
      where locked_at is null and (updated_at > now() + interval '1 minute'
        or starts_with(key, $1) and attempts = 0 and run_at > now() + interval '2 minutes')`,
    [timetableKey],
  );
}

const lookEvery = 180_000;

/**
 * While a process whose clock is ahead runs, it keeps the timetable for all. When its machine is gone, the others would wait
 * until its time has come: what is due every minute has not been begun between two looks, and is said to have been later.
 */
export function watchTimetable(pool: pg.Pool, every = lookEvery): () => void {
  let before: string | undefined;
  async function look() {
    const { rows } = await pool.query<{ last: string | null }>(
      `select max(last_execution)::text as last from graphile_worker._private_known_crontabs
        where last_execution > $1::timestamptz + interval '2 minutes'`,
      [new Date()],
    );
    const last = rows[0]?.last ?? undefined;
    if (last !== undefined && last === before) await forgetTimesAhead(pool);
    before = last;
  }
  // A database that is away is asked again the next time.
  const timer = setInterval(() => look().catch(() => {}), every).unref();
  return () => clearInterval(timer);
}
