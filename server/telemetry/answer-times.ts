import type { Database } from '#database/database.ts';
import type { Logger } from '../logger.ts';

/** What was answered of one route since it was written down last. */
type Answers = {
  route: string;
  answers: number;
  slow: number;
  failed: number;
  milliseconds: number;
};

/** Longer than this is slow, as the alert SiteSlow has it. */
const slowAfter = 1_000;
const writeEvery = 60_000;

export type AnswerCounts = ReturnType<typeof createAnswerCounts>;

/** Adds up in memory: a request that is counted waits for nothing. */
export function createAnswerCounts() {
  const all: Answers[] = [];
  return {
    of(route: string) {
      const counted: Answers = { route, answers: 0, slow: 0, failed: 0, milliseconds: 0 };
      all.push(counted);
      return (status: number, milliseconds: number) => {
        counted.answers += 1;
        counted.milliseconds += milliseconds;
        // Whoever is told to come again met no fault: the site was too busy for them, or its data away.
        const isPutOff = status === 503;
        if (isPutOff || milliseconds > slowAfter) counted.slow += 1;
        if (!isPutOff && status >= 500) counted.failed += 1;
      };
    },
    /** What there is; from then on it counts anew. */
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

/** Writes them down for staff, each minute and at the end. What cannot be written waits for the next time. */
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
  // One after the other: the last one also writes what the one before gave back.
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
