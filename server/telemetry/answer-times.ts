import type { Database } from '#database/database.ts';
import type { Logger } from '../logger.ts';

/** The responses of one route since they were last written. */
type Answers = {
  route: string;
  answers: number;
  slow: number;
  failed: number;
  milliseconds: number;
};

/** Slow means longer than this, as in the SiteSlow alert. */
const slowAfter = 1_000;
const writeEvery = 60_000;

export type AnswerCounts = ReturnType<typeof createAnswerCounts>;

/** Counts in memory, so that no request waits for it. */
export function createAnswerCounts() {
  const all: Answers[] = [];
  return {
    of(route: string) {
      const counted: Answers = { route, answers: 0, slow: 0, failed: 0, milliseconds: 0 };
      all.push(counted);
      return (status: number, milliseconds: number) => {
        counted.answers += 1;
        counted.milliseconds += milliseconds;
        // A client that is told to come back met no failure: the site was overloaded, or its data
        // away.
        const isPutOff = status === 503;
        if (isPutOff || milliseconds > slowAfter) counted.slow += 1;
        if (!isPutOff && status >= 500) counted.failed += 1;
      };
    },
    /** Returns the counts and starts again from zero. */
    take(): Answers[] {
      const taken = all.filter(({ answers }) => answers > 0).map((counted) => ({ ...counted }));
      for (const counted of all) {
        Object.assign(counted, { answers: 0, slow: 0, failed: 0, milliseconds: 0 });
      }
      return taken;
    },
    giveBack(taken: readonly Answers[]) {
      const byRoute = new Map(all.map((counted) => [counted.route, counted]));
      for (const { route, ...more } of taken) {
        const counted = byRoute.get(route);
        if (!counted) continue;
        counted.answers += more.answers;
        counted.slow += more.slow;
        counted.failed += more.failed;
        counted.milliseconds += more.milliseconds;
      }
    },
  };
}

type Keeper = {
  database: Pick<Database, 'asService'>;
  counts: Pick<AnswerCounts, 'take' | 'giveBack'>;
  logger: Pick<Logger, 'warn'>;
};

/**
 * Writes the counts for staff, every minute and at the end. What cannot be written waits for the
 * next time.
 */
export function keepAnswerTimes({ database, counts, logger }: Keeper) {
  let isFailing = false;
  async function writeDown() {
    const taken = counts.take();
    if (taken.length === 0) return;
    try {
      await database.asService.query({
        text: 'select staff.add_answer_times($1)',
        values: [JSON.stringify(taken)],
      });
      isFailing = false;
    } catch (error) {
      counts.giveBack(taken);
      if (!isFailing) logger.warn({ err: error }, 'how fast the site answers is not written down');
      isFailing = true;
    }
  }
  let writing = Promise.resolve();
  // One after the other: the last one also writes what a failed one gave back.
  const write = () => {
    writing = writing.then(writeDown);
    return writing;
  };
  const timer = setInterval(write, writeEvery).unref();
  return {
    write,
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}
