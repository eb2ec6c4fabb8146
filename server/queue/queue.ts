import { setTimeout as delay } from 'node:timers/promises';
import { Logger as QueueLogger, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { beginAtOnce, forgetTimesAhead, watchTimetable } from '#database/queue/queue-clock.ts';
import { openQueuePool } from '#database/queue/queue-pool.ts';
import { showWorkers } from '#database/queue/queue-workers.ts';
import type { Logger } from '../logger.ts';
import { runLasting } from './lasting-runner.ts';
import { watchClock } from './watch-clock.ts';

/**
 * What graphile-worker logs at each try while the database is away; that is logged once elsewhere.
 */
const ofConnections =
  /^(Error with notify listener|Error occurred attempting to UNLISTEN|Cron hit an error; .*(connect|terminat|database system is))/;

export type RunningQueue = { stop(): Promise<void> };

/** How long a job may go on once the process stops, in milliseconds; then it is kept for later. */
const patience = 5_000;
const patienceWithDatabase = 2_000;

/**
 * Works on jobs from every process of the site; stopping lets running jobs finish. Lanes never wait
 * for each other; the first one also runs the timetable.
 */
export async function startQueue(
  admin: pg.ClientConfig,
  lanes: readonly TaskList[],
  {
    concurrency,
    logger,
    timetable = [],
  }: { concurrency: number; logger: Logger; timetable?: readonly string[] },
): Promise<RunningQueue> {
  // Each lane listens on a connection of its own.
  const pgPool = openQueuePool(admin, concurrency + 2 * lanes.length);
  const queueLogger = new QueueLogger(() => (level, message) => {
    if (level === 'error' && !ofConnections.test(message))
      logger.error({ queue: message }, 'a task failed');
    else logger.debug({ queue: message });
  });
  const presence = await showWorkers(admin);
  beginAtOnce(presence.events);
  let working = 0;
  presence.events.on('job:start', () => {
    working += 1;
  });
  presence.events.on('job:complete', () => {
    working -= 1;
  });
  const noteEnd = (error: unknown) =>
    logger.error({ err: error }, 'the queue ended by itself and is started again');
  await forgetTimesAhead(pgPool);
  const runners = await Promise.all(
    lanes.map((lane, index) =>
      runLasting(
        {
          pgPool,
          events: presence.events,
          concurrency,
          noHandleSignals: true,
          pollInterval: 5_000, // new jobs are notified; this is for retries
          crontab: index === 0 ? timetable.join('\n') : '',
          taskList: giveUpAtTheEnd(lane),
          logger: queueLogger,
          preset: { worker: { gracefulShutdownAbortTimeout: patience } },
        },
        noteEnd,
      ),
    ),
  );
  // The runner's own timetable would catch up on every minute of a day, or wait for a day.
  const endWatch = watchClock(async (seconds) => {
    logger.warn({ seconds }, 'the clock of this machine was set');
    await forgetTimesAhead(pgPool).catch(noteEnd);
    runners[0]?.restart();
  });
  const endWatchOfTimetable = watchTimetable(pgPool);
  return {
    async stop() {
      endWatch();
      endWatchOfTimetable();
      const stopped = Promise.all(runners.map((runner) => runner.stop()));
      await Promise.race([stopped, untilAtRest(() => working)]);
      await untilWritten(pgPool);
      // A silent connection never reports that it has ended.
      await inTime(Promise.all([presence.stop(), pgPool.end()]), patienceWithDatabase);
    },
  };
}

/**
 * A worker that is fetching its next job waits for an unreachable database without limit. The
 * process then ends without it, once no job is running any more.
 */
async function untilAtRest(working: () => number) {
  const began = performance.now();
  const isOver = (limit: number) => performance.now() - began > limit;
  while (!isOver(patienceWithDatabase) || (working() > 0 && !isOver(patience + 1_000))) {
    await delay(10);
  }
}

/**
 * The runner does not wait until a job's outcome is written, and a pool that is ending hands out no
 * connections: a finished job would stay in the queue, and a mail would go out twice.
 */
async function untilWritten(pool: pg.Pool) {
  const end = performance.now() + patience;
  while (pool.waitingCount > 0 || pool.totalCount > pool.idleCount) {
    if (performance.now() > end) return;
    await delay(10);
  }
}

async function inTime(work: Promise<unknown>, limit: number) {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limit);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A job that runs for too long while the process stops fails, and is retried later. */
function giveUpAtTheEnd(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload, helpers) => {
        const { promise: end, reject } = Promise.withResolvers<never>();
        const giveUp = () => reject(new Error('The process stopped before this was done.'));
        const { abortSignal } = helpers;
        abortSignal?.addEventListener('abort', giveUp, { once: true });
        try {
          await Promise.race([task?.(payload, helpers), end]);
        } finally {
          abortSignal?.removeEventListener('abort', giveUp);
        }
      },
    ]),
  );
}
