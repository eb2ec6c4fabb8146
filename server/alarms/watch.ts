import { hostname } from 'node:os';
import type { Database } from '#database/database.ts';
import { DatabaseBusy, DatabaseUnavailable } from '#database/database-unavailable.ts';
import type { Alarm, TakenAlarm } from '#domain/staff/alarms.ts';
import { compareClocks } from './clocks.ts';
import type { FreeSpace } from './free-space.ts';
import type { Receivers, Tell } from './tell.ts';

/** In milliseconds: how often each process looks. */
const lookEvery = 15_000;
/**
 * By then, tasks that waited while no process ran have been started, so the queue does not look
 * stuck.
 */
const firstLookAfter = 5_000;
/** This many looks in a row without a database: a single failed look is no alarm. */
const looksWithout = 2;

/** The lanes of the queue with their tasks, which SQL compares with the waiting jobs. */
export type LaneTasks = { lane: string; tasks: readonly string[]; isMail: boolean };

export type Alarms = {
  /** Every process looks; the state of the database is checked by one process for all. */
  look(): Promise<void>;
  /** The status with which a payment webhook was answered. */
  noteWebhook(status: number): void;
  /** An unexpected failure; without an id where there was no request. */
  noteFailure(requestId: string): void;
  start(): void;
  stop(): Promise<void>;
};

/** What this process itself sees, by kind and subject: `isWrong` while the fault lasts. */
type Seen = Alarm & { isWrong: boolean };

/** Watches for faults and reports each once, and once more when it is over. Decision 91. */
export function createAlarms({
  database,
  tell,
  freeSpace,
  lanes,
  logger,
}: {
  database: Database;
  tell: Tell;
  freeSpace: FreeSpace;
  lanes: readonly LaneTasks[];
  logger: { error(bug: object, what: string): unknown };
}): Alarms {
  const host = hostname();
  let receivers: Receivers = { addresses: [], webhook: null };
  let failed = 0;
  let webhook: Seen | undefined;
  const failures = countFailures(database);
  const readClocks = compareClocks(database);
  let isClockRight = false;
  /** Reported without the database, by this process alone. */
  const saidHere = new Map<string, { alarm: Alarm; began: Date }>();

  async function inDatabase(seen: readonly Seen[]) {
    await database.asService.query({
      text: 'select staff.look_for_alarms($1)',
      values: [JSON.stringify(lanes)],
    });
    const { rows } = await database.asService.query<Receivers>({
      text: 'select addresses, webhook from staff.alarm_receivers()',
    });
    receivers = rows[0] ?? receivers;
    await bringBack(seen);
    await failures.keep();
    for (const each of seen) await keepSeen(database, each);
    await keepClock({ kind: 'clock', about: host, ...(await readClocks()) });
    await tellTaken(database, (taken) => tell(taken, receivers));
  }

  /**
   * That the clock is right is written once: a process of the same name on another machine may
   * disagree.
   */
  async function keepClock(clock: Seen) {
    if (clock.isWrong || !isClockRight) await keepSeen(database, clock);
    isClockRight = !clock.isWrong;
  }

  /**
   * The database is back: what was reported without it is recorded there, and reported as over if
   * it is.
   */
  async function bringBack(seen: readonly Seen[]) {
    for (const [key, { alarm, began }] of saidHere) {
      const { kind, about, facts } = alarm;
      const isOver = !seen.some((now) => now.isWrong && keyOf(now) === key);
      // `keep_alarm` records it once, however often it is called.
      await database.asService.query({
        text: 'select staff.keep_alarm($1, $2, $3, $4, $5)',
        values: [kind, about, JSON.stringify(facts), began, isOver],
      });
      const over = [{ ...alarm, isNew: false, isOver }];
      // If nobody received it, the next look reports it again.
      if (isOver && !(await tell(over, receivers, byItself(host)))) continue;
      saidHere.delete(key);
    }
  }

  async function withoutDatabase(seen: readonly Seen[], cause: unknown) {
    const isFull = cause instanceof Error && 'code' in cause && cause.code === '53100';
    const away: Alarm = isFull
      ? { kind: 'disk', about: 'the database', facts: {} }
      : { kind: 'database', about: '', facts: {} };
    const wrong = [away, ...seen.filter(({ isWrong }) => isWrong)];
    const unsaid = wrong.filter((alarm) => !saidHere.has(keyOf(alarm)));
    if (unsaid.length === 0) return;
    const taken = unsaid.map((alarm) => ({ ...alarm, isNew: true, isOver: false }));
    if (!(await tell(taken, receivers, byItself(host)))) return;
    for (const alarm of unsaid) saidHere.set(keyOf(alarm), { alarm, began: new Date() });
  }

  async function lookNow() {
    const disk = await freeSpace();
    const seen = [
      ...(disk ? [{ kind: 'disk', about: host, ...disk } satisfies Seen] : []),
      ...(webhook ? [webhook] : []),
    ];
    try {
      await inDatabase(seen);
      failed = 0;
    } catch (error) {
      // An overloaded database is no reason to wake anybody.
      if (!(error instanceof DatabaseUnavailable) || error instanceof DatabaseBusy) throw error;
      failed += 1;
      if (failed >= looksWithout) await withoutDatabase(seen, error.cause);
    }
  }

  async function lookOnce() {
    try {
      await lookNow();
    } catch (error) {
      logger.error({ err: error }, 'alarms could not be looked for');
    } finally {
      underWay = undefined;
    }
  }

  let underWay: Promise<void> | undefined;
  function look(): Promise<void> {
    underWay ??= lookOnce();
    return underWay;
  }
  let first: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    look,
    noteWebhook(status) {
      const isWrong = status === 422 || (status >= 500 && status !== 503);
      // Other refusals can be provoked by anybody, and a missing database has an alarm of its own.
      if (!isWrong && status >= 300) return;
      webhook = { kind: 'webhook', about: '', facts: { status }, isWrong };
    },
    noteFailure: failures.note,
    start() {
      timer = setInterval(look, lookEvery).unref();
      // The receivers must be known before the database is gone.
      first = setTimeout(look, firstLookAfter).unref();
    },
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      await underWay;
    },
  };
}

/** Each process counts its own failures; the database adds them up. */
function countFailures(database: Database) {
  let sinceLastLook = 0;
  let lastRequest = '';
  return {
    note(requestId: string) {
      sinceLastLook += 1;
      lastRequest = requestId;
    },
    async keep() {
      const count = sinceLastLook;
      await database.asService.query({
        text: 'select staff.note_failures($1, $2)',
        values: [count, lastRequest],
      });
      sinceLastLook -= count;
    },
  };
}

async function keepSeen(database: Database, { kind, about, facts, isWrong }: Seen) {
  await database.asService.query(
    isWrong
      ? {
          text: 'select staff.note_alarm($1, $2, $3)',
          values: [kind, about, JSON.stringify(facts)],
        }
      : { text: 'select staff.end_alarm($1, $2)', values: [kind, about] },
  );
}

/** Alarms that have begun or ended and were not reported yet: one process claims them for all. */
async function tellTaken(database: Database, tell: (taken: TakenAlarm[]) => Promise<boolean>) {
  const { rows: taken } = await database.asService.query<TakenAlarm & { id: string }>({
    text: `select id::text, kind, about, facts, is_new as "isNew", is_over as "isOver"
      from staff.take_alarms()`,
  });
  if (taken.length === 0 || !(await tell(taken))) return;
  const told = taken.map(({ id, isOver }) => ({ id, is_over: isOver }));
  await database.asService.query({
    text: 'select staff.alarms_told($1)',
    values: [JSON.stringify(told)],
  });
}

function keyOf({ kind, about }: Alarm): string {
  return `${kind} ${about}`;
}

function byItself(host: string): string {
  return `The database was not there to agree by, so every process says this for itself; this one runs on ${host}.`;
}
