import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#database/database.ts';
import type { Result, Statement } from '#database/statement.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import { sha256 } from '../secrets.ts';

/** So many in so many seconds. */
export type Rate = { count: number; seconds: number };

/** In seconds: by so much the database's clock may step back, as where another server takes over. */
export const clocksApart = 60;

/** Now, as counts know it: by the one clock that all processes share. */
export const countingClock = '(extract(epoch from now()) * 1000)::bigint';

export type Limiter = ReturnType<typeof createLimiter>;

/** Counts under the name of what is counted. `patience`: by how many seconds one count may be longer than the next. */
export function createLimiter(
  database: Database,
  name: string,
  { count, seconds }: Rate,
  patience = clocksApart,
) {
  const byOneClock = readByOneClock(patience);
  const limiter = new RateLimiterPostgres({
    storeClient: { query: (count: Statement) => database.asService.query(byOneClock(count)) },
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
    /** Counts one more in the round trip of other questions, and answers those, or throws as `consume` does. */
    async consumeBeside(key: string, questions: readonly Statement[]) {
      let answers: Result<unknown>[] = [];
      const query = async (count: Statement) => {
        const [counted, ...rest] = await database.asService.queryAll([
          byOneClock(count),
          ...questions,
        ]);
        answers = rest;
        return counted;
      };
      // The library asks its client, which for this one count is another.
      const beside: typeof limiter = Object.create(limiter, { client: { value: { query } } });
      await beside.consume(key);
      return answers;
    },
  });
}

/**
 * The library goes by the clock of its process: of two that are apart each would begin anew what the other counts.
 * Here an end ($3) is counted from the database's now, and answered from that of the process ($4). One that is later
 * than it could be, had the count begun now, was written while the clock was ahead and would hold until then: such a
 * count begins anew as well. The library says the same few texts again and again, each under its name.
 */
function readByOneClock(patience: number): (count: Statement) => Statement {
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

/** Addresses of people do not stand in the table of counters. */
export function short(key: string): string {
  return sha256(key).slice(0, 32);
}

/** What a limiter throws becomes a sentence that says when to come again. */
export function refuse(refusal: unknown, code: ErrorCode): never {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
  const message = code.endsWith('_send_rate_limit')
    ? `For security purposes, you can only request this after ${retryAfter} seconds${inWords(retryAfter)}.`
    : undefined;
  throw new ApiError(code, message, undefined, { retryAfter });
}

/** Clients read the seconds out of Supabase Auth's sentence; people count a long wait in minutes or hours. */
function inWords(seconds: number): string {
  if (seconds <= 120) return '';
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? ` (${minutes} minutes)` : ` (${Math.ceil(minutes / 60)} hours)`;
}
