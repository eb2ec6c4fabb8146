import type { JobAndCronIdentifier, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';

/** The key prefix of scheduled jobs: at most one of each task waits. */
export const timetableKey = 'timetable-';

/**
 * The timetable sets a job's start time from this process's clock, and the database compares it
 * with its own. If the process's clock is ahead, a job due every minute would run once in ten, or
 * once a day; so it may begin at once.
 */
export function beginAtOnce(events: WorkerEvents) {
  const begin = (items: JobAndCronIdentifier[]) => {
    for (const { job } of items) job.runAt = 'now'; // the database's name for its own current time
  };
  events.on('cron:schedule', ({ jobsAndIdentifiers }) => begin(jobsAndIdentifiers));
  events.on('cron:backfill', ({ itemsToBackfill }) => begin(itemsToBackfill));
}

/**
 * After a clock that was ahead is set back, the queue holds times in the future: immediate jobs
 * would wait for hours, and the timetable would stand still until then. This resets them to what
 * was meant.
 */
export async function forgetTimesAhead(pool: pg.Pool) {
  // The timetable follows a process's clock, everything else the database's.
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
 * While a process whose clock is ahead runs, it serves the timetable for all. Once its machine is
 * gone, the others would wait for that time to come. The sign: a job due every minute has not begun
 * between two looks, and its last run is dated in the future.
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
  // If the database is away, the next look tries again.
  const timer = setInterval(() => look().catch(() => {}), every).unref();
  return () => clearInterval(timer);
}
