import { hostname } from 'node:os';
import type { Database } from '#database/database.ts';
import { DatabaseBusy, DatabaseUnavailable } from '#database/database-unavailable.ts';
import type { Alarm, TakenAlarm } from '#domain/staff/alarms.ts';
import { compareClocks } from './clocks.ts';
import type { FreeSpace } from './free-space.ts';
import type { Receivers, Tell } from './tell.ts';

/** In milliseconds: how often each process looks. */
const lookEvery = 15_000;
/** What waited while no process ran is begun by then: the queue does not stand. */
const firstLookAfter = 5_000;
/** So many looks in a row that find no database: a moment without one is no alarm. */
const looksWithout = 2;

/** The lanes of the queue with their tasks, as SQL compares them with what waits. */
export type LaneTasks = { lane: string; tasks: readonly string[]; isMail: boolean };

export type Alarms = {
  /** Every process looks; what stands in the database is looked at by one for all. */
  look(): Promise<void>;
  /** The number that the payment service was answered. */
  noteWebhook(status: number): void;
  /** Of what nobody expected; without a number where it was no request. */
  noteFailure(requestId: string): void;
  start(): void;
  stop(): Promise<void>;
};

/** What this process itself sees, by kind and what it is about: `true` while it is wrong. */
type Seen = Alarm & { isWrong: boolean };

/** Hears what goes wrong and says each once, and once when it is over. Decision 91. */
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
  /** Said without the database, by this process alone. */
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

  /** That it is right is said once: a process on another machine of this name may know otherwise. */
  async function keepClock(clock: Seen) {
    if (clock.isWrong || !isClockRight) await keepSeen(database, clock);
    isClockRight = !clock.isWrong;
  }

  /** The database is back: what was said without it is kept there, and said to be over where it is. */
  async function bringBack(seen: readonly Seen[]) {
    for (const [key, { alarm, began }] of saidHere) {
      const { kind, about, facts } = alarm;
      const isOver = !seen.some((now) => now.isWrong && keyOf(now) === key);
      // Once, however often it is asked to.
      await database.asService.query({
        text: 'select staff.keep_alarm($1, $2, $3, $4, $5)',
        values: [kind, about, JSON.stringify(facts), began, isOver],
      });
      const over = [{ ...alarm, isNew: false, isOver }];
      // What nobody took is said with the next look.
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
      // A crowd is no reason to wake anybody.
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
      // Other refusals are of what anybody may send; and that there is no database is said as what it is.
      if (!isWrong && status >= 300) return;
      webhook = { kind: 'webhook', about: '', facts: { status }, isWrong };
    },
    noteFailure: failures.note,
    start() {
      timer = setInterval(look, lookEvery).unref();
      // Who hears must be known before the database is gone.
      first = setTimeout(look, firstLookAfter).unref();
    },
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      await underWay;
    },
  };
}

/** Each process counts its own; the database adds them up. */
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

/** What has begun or is over, and was not told yet: one process takes it for all. */
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
