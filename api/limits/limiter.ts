import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#database/database.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import { sha256 } from '../secrets.ts';

/** So many in so many seconds. */
export type Rate = { count: number; seconds: number };

export type Limiter = ReturnType<typeof createLimiter>;

/** Counts under the name of what is counted. */
export function createLimiter(database: Database, name: string, { count, seconds }: Rate) {
  return new RateLimiterPostgres({
    storeClient: { query: database.asService.query },
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
