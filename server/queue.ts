import { Logger as QueueLogger, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { openQueuePool } from '#database/queue-pool.ts';
import { showWorkers } from '#database/queue-workers.ts';
import { runLasting } from './lasting-runner.ts';
import type { Logger } from './logger.ts';

/** What graphile-worker says of each try while the database is away, which is logged once elsewhere. */
const ofConnections =
  /^(Error with notify listener|Error occurred attempting to UNLISTEN|Cron hit an error; .*(connect|terminat|database system is))/;

export type RunningQueue = { stop(): Promise<void> };

/** Works on the jobs of every process of the site; stopping lets running jobs finish. */
export async function startQueue(
  admin: pg.ClientConfig,
  tasks: TaskList,
  { concurrency, logger }: { concurrency: number; logger: Logger },
): Promise<RunningQueue> {
  const pgPool = openQueuePool(admin, concurrency + 2);
  const presence = await showWorkers(admin);
  const noteEnd = (error: unknown) =>
    logger.error({ err: error }, 'the queue ended by itself and is started again');
  const runner = await runLasting(
    {
      pgPool,
      events: presence.events,
      concurrency,
      noHandleSignals: true,
      pollInterval: 5_000, // new jobs are announced; this is for those that wait for their next try
      crontab: [
        '*/10 * * * * clean-auth',
        '17 * * * * clean-newsletter',
        '*/10 * * * * clean-jobs',
        '23 * * * * notice-ending-jobs',
        '41 3 * * * clean-pictures',
        // Once after a start that comes later than it should have run.
        '7 * * * * reconcile-billing ?fill=1h',
        '* * * * * end-featured',
      ].join('\n'),
      taskList: tasks,
      logger: new QueueLogger(() => (level, message) => {
        if (level === 'error' && !ofConnections.test(message))
          logger.error({ queue: message }, 'a job failed');
        else logger.debug({ queue: message });
      }),
    },
    noteEnd,
  );
  return {
    async stop() {
      await runner.stop();
      await presence.stop();
      await pgPool.end();
    },
  };
}
