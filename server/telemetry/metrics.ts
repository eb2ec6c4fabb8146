import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';
import type { Lane } from '#api/subject.ts';
import type { Database, HearAsked } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import type { Sending } from '#mail/mail.ts';
import type { LaneTasks } from '../alarms/watch.ts';
import type { ServerState } from '../server.ts';
import type { Figures } from './figures.ts';

/** In seconds. */
const bounds = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** For the database, from its first statement on. */
export function createStatementFigures(figures: Figures): HearAsked {
  const times = figures.histogram(
    'site_database_duration_seconds',
    'Time of one round trip to the database, by role; turns and connections that were waited for are not in it.',
    bounds,
    'role',
  );
  const trips = figures.counter(
    'site_database_round_trips_total',
    'Round trips to the database: answered, failed, or the database was away.',
    'role',
    'outcome',
  );
  return (role, time, outcome) => {
    times.of({ role }).add(time);
    trips.of({ role, outcome }).value += 1;
  };
}

export type WorkCounters = ReturnType<typeof createWorkCounters>;

export function createWorkCounters(figures: Figures) {
  const mails = figures.counter(
    'site_mails_total',
    'Mails that were handed to the mail server: taken, refused for good, or to be tried again.',
    'lane',
    'outcome',
  );
  const webhooks = figures.counter(
    'site_webhooks_total',
    'Events of the payment service, by the class of our answer.',
    'status',
  );
  return {
    countMail(lane: Lane, outcome: Sending['kind'] | 'failed') {
      mails.of({ lane, outcome }).value += 1;
    },
    countWebhook(status: number) {
      webhooks.of({ status: `${Math.floor(status / 100)}xx` }).value += 1;
    },
  };
}

export type Process = {
  database: Pick<Database, 'state' | 'asService'>;
  server: () => ServerState;
  lanes: readonly LaneTasks[];
  droppedLines: () => number;
};

/** Read when Prometheus asks. */
export function addGauges(figures: Figures, { database, server, lanes, droppedLines }: Process) {
  const { gauge, counted } = figures;
  gauge('site_database_connections', 'Connections to the database, and who waits for one.', () =>
    Object.entries(database.state().connections).map(([state, value]) => line({ state }, value)),
  );
  gauge('site_database_turns', 'Turns at the database: taken, and waited for, by lane.', () =>
    Object.entries(database.state().turns).flatMap(([lane, { running, waiting }]) => [
      line({ lane, state: 'running' }, running),
      line({ lane, state: 'waiting' }, waiting),
    ]),
  );
  gauge('site_replica_used', 'Whether a replica is asked: it answers and has everything.', () =>
    database.state().replicas.map(({ replica, isUsed }) => line({ replica }, isUsed ? 1 : 0)),
  );
  gauge('site_replica_lag_seconds', 'How far a replica is behind, at most.', () =>
    database.state().replicas.map(({ replica, lag }) => line({ replica }, lag)),
  );
  gauge('site_sockets', 'Open sockets.', () => server().sockets);
  gauge('site_socket_channels', 'Channels that are joined in them.', () => server().channels);
  gauge('site_pages_in_memory', 'Pages that are answered from memory.', () => {
    const { kept, cached } = server();
    return [line({ kind: 'kept' }, kept), line({ kind: 'cached' }, cached)];
  });
  gauge('site_cached_pages_bytes', 'Memory of the cached pages.', () => server().cachedBytes);
  counted(
    'site_log_lines_dropped_total',
    'Lines that nobody could take, since the start.',
    droppedLines,
  );
  addWaiting(figures, database, lanes);
}

type LaneFigures = Record<'ready' | 'later' | 'running' | 'failing' | 'lost' | 'age', number>;
type WorkFigures = {
  lanes: (LaneFigures & { lane: string })[];
  events: number;
  eventAge: number;
  alarms: Record<string, number>;
};

/** Read at most this often, however many ask: it counts the whole queue. */
const freshFor = 10_000;
const patience = 3_000;

function addWaiting(
  { gauge }: Figures,
  database: Pick<Database, 'asService'>,
  lanes: readonly LaneTasks[],
) {
  let read: { at: number; figures: Promise<WorkFigures> } | undefined;
  async function ask(): Promise<WorkFigures> {
    const { rows } = await onBehalfOf(undefined, () =>
      database.asService.query<{ figures: WorkFigures }>({
        name: 'work-figures',
        text: 'select private.work_figures($1) as figures',
        values: [JSON.stringify(lanes)],
      }),
    );
    if (!rows[0]) throw new Error('There are no figures.');
    return rows[0].figures;
  }
  function waiting(): Promise<WorkFigures> {
    if (!read || performance.now() - read.at > freshFor) {
      const figures = inTime(ask());
      read = { at: performance.now(), figures };
      // After a failure it is read again at once.
      figures.catch(() => {
        read = undefined;
      });
    }
    return read.figures;
  }
  gauge('site_database_up', 'Whether the database answers.', () =>
    waiting().then(
      () => 1,
      () => 0,
    ),
  );
  gauge('site_queue_tasks', 'Tasks of the queue, by lane.', async () =>
    (await waiting()).lanes.flatMap(({ lane, ready, later, running, failing, lost }) =>
      Object.entries({ ready, later, running, failing, lost }).map(([state, value]) =>
        line({ lane, state }, value),
      ),
    ),
  );
  gauge('site_queue_age_seconds', 'How long the oldest task that is due has waited.', async () =>
    (await waiting()).lanes.map(({ lane, age }) => line({ lane }, age)),
  );
  gauge('site_webhook_events_waiting', 'Events that were taken and not handled yet.', async () => {
    return (await waiting()).events;
  });
  gauge('site_webhook_event_age_seconds', 'How long the oldest of them has waited.', async () => {
    return (await waiting()).eventAge;
  });
  gauge('site_alarms', 'Alarms that are not over, by kind.', async () =>
    Object.entries((await waiting()).alarms).map(([kind, value]) => line({ kind }, value)),
  );
}

/** Metrics of Node itself. The returned function stops measuring. */
export function addProcessFigures({ gauge, counted, histogram }: Figures): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  gauge(
    'site_event_loop_delay_seconds',
    'How late the event loop was since the last reading.',
    () => {
      const found = [
        line({ quantile: '0.5' }, delay.percentile(50) / 1e9),
        line({ quantile: '0.99' }, delay.percentile(99) / 1e9),
        line({ quantile: '1' }, delay.max / 1e9),
      ];
      delay.reset();
      return found;
    },
  );
  let before = performance.eventLoopUtilization();
  gauge('site_event_loop_utilization', 'Share of its time in which the event loop worked.', () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  });
  gauge('site_memory_bytes', 'Memory of the process.', () =>
    Object.entries(process.memoryUsage()).map(([kind, value]) => line({ kind }, value)),
  );
  counted('site_cpu_seconds_total', 'Time of the processor since the start.', () => {
    const { user, system } = process.cpuUsage();
    return [line({ mode: 'user' }, user / 1e6), line({ mode: 'system' }, system / 1e6)];
  });
  gauge('site_start_time_seconds', 'When the process began, as Unix has it.', () => {
    return Math.round(performance.timeOrigin) / 1_000;
  });
  const pauses = histogram(
    'site_garbage_collection_seconds',
    'Pauses for the collection of garbage.',
    [0.001, 0.005, 0.025, 0.1, 0.5],
  ).of({});
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) pauses.add(duration);
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => {
    delay.disable();
    observer.disconnect();
  };
}

function line(labels: Record<string, string>, value: number) {
  return { labels, value };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The database does not answer.')), patience);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
