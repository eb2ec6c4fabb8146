import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#database/database.ts';
import type { Statement } from '#database/statement.ts';
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
  return new RateLimiterPostgres({
    storeClient: {
      query: (statement: Statement) => database.asService.query(byThisClock(statement, patience)),
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
}

/**
 * A count that ends long after it could, had it begun now ($3), was begun while the clock was ahead and would hold
 * until then: it begins anew.
 */
function byThisClock({ text, ...rest }: Statement, patience: number): Statement {
  const isOver = (_: string, end: string) => `${end} not between $4 and $3 + ${patience * 1_000}`;
  return { ...rest, text: text.replace(/(\S+\.expire) <= \$4/g, isOver) };
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
    ? `For security purposes, you can only request this after ${retryAfter} seconds.`
    : undefined;
  throw new ApiError(code, message, undefined, { retryAfter });
}
