import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#database/database.ts';
import type { Result, Statement } from '#database/statement.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import { sha256 } from '../secrets.ts';

/** So many in so many seconds. */
export type Rate = { count: number; seconds: number };

/** In seconds: as far as the clocks of several machines may be apart. */
export const clocksApart = 60;

export type Limiter = ReturnType<typeof createLimiter>;

/** Counts under the name of what is counted. `patience`: by how many seconds one count may be longer than the next. */
export function createLimiter(
  database: Database,
  name: string,
  { count, seconds }: Rate,
  patience = clocksApart,
) {
  const byThisClock = readByThisClock(patience);
  const limiter = new RateLimiterPostgres({
    storeClient: { query: (count: Statement) => database.asService.query(byThisClock(count)) },
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
          byThisClock(count),
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
 * A count that ends long after it could, had it begun now ($3), was begun while the clock was ahead and would hold
 * until then: it begins anew. The library says the same few texts again and again, each under its name.
 */
function readByThisClock(patience: number): (count: Statement) => Statement {
  const isOver = (_: string, end: string) => `${end} not between $4 and $3 + ${patience * 1_000}`;
  const texts = new Map<string | undefined, string>();
  return ({ name, text, values }) => {
    const known = texts.get(name) ?? text.replace(/(\S+\.expire) <= \$4/g, isOver);
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
