import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#database/database.ts';
import type { Result, Statement } from '#database/statement.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import { sha256 } from '../secrets.ts';

/** At most `count` in `seconds`. */
export type Rate = { count: number; seconds: number };

/** In seconds: how far the database's clock may jump back, for example after a failover. */
export const clocksApart = 60;

/** The current time for counters: from the one clock that all processes share. */
export const countingClock = '(extract(epoch from now()) * 1000)::bigint';

export type Limiter = ReturnType<typeof createLimiter>;

/** Counts under a name. `patience` is how many seconds one counter may last longer than the next. */
export function createLimiter(
  database: Database,
  name: string,
  { count, seconds }: Rate,
  patience = clocksApart,
) {
  const withDatabaseClock = translateToDatabaseClock(patience);
  const limiter = new RateLimiterPostgres({
    storeClient: {
      query: (count: Statement) => database.asService.query(withDatabaseClock(count)),
    },
    storeType: 'client',
    schemaName: 'private',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false, // a job does it once for all processes
    keyPrefix: name,
    points: count,
    duration: seconds,
  });

  return Object.assign(limiter, {
    /**
     * Counts one more in the same round trip as other statements. Returns their results, or throws as `consume` does.
     */
    async consumeBeside(key: string, questions: readonly Statement[]) {
      let answers: Result<unknown>[] = [];
      const query = async (count: Statement) => {
        const [counted, ...rest] = await database.asService.queryAll([
          withDatabaseClock(count),
          ...questions,
        ]);
        answers = rest;
        return counted;
      };
      // The library queries through its client, so this one call gets a different client.
      const beside: typeof limiter = Object.create(limiter, { client: { value: { query } } });
      await beside.consume(key);
      return answers;
    },
  });
}

/**
 * The library uses its process's clock: of two processes whose clocks differ, each would restart the other's
 * counters. Here an expiry ($3) is calculated from the database's clock, and converted back to that of the process
 * ($4). An expiry later than any counter started now could have was written while the clock was ahead, and would
 * block until then, so that counter restarts as well. The library uses a few named texts again and again, so their
 * translations are cached.
 */
function translateToDatabaseClock(patience: number): (count: Statement) => Statement {
  const end = `(${countingClock} + $3::bigint - $4::bigint)`;
  const isOver = (_: string, known: string) =>
    `${known} not between ${countingClock} and ${end} + ${patience * 1_000}`;
  const translate = (text: string) =>
    text
      .replace(/ \$3/g, ` ${end}`)
      .replace(/(\S+\.expire) <= \$4/g, isOver)
      .replace('points, expire;', `points, expire - ${countingClock} + $4::bigint as expire`);
  const texts = new Map<string | undefined, string>();
  return ({ name, text, values }) => {
    const known = texts.get(name) ?? translate(text);
    if (name) texts.set(name, known);
    return { name, text: known, values };
  };
}

/** Addresses of people do not appear in the table of counters. */
export function short(key: string): string {
  return sha256(key).slice(0, 32);
}

/** Converts a limiter's refusal into an error that says when to come again. */
export function refuse(refusal: unknown, code: ErrorCode): never {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
  const message = code.endsWith('_send_rate_limit')
    ? `For security purposes, you can only request this after ${retryAfter} seconds${inWords(retryAfter)}.`
    : undefined;
  throw new ApiError(code, message, undefined, { retryAfter });
}

/** Clients parse the seconds from Supabase Auth's sentence; people prefer a long wait in minutes or hours. */
function inWords(seconds: number): string {
  if (seconds <= 120) return '';
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? ` (${minutes} minutes)` : ` (${Math.ceil(minutes / 60)} hours)`;
}
