import type { Database } from '#database/database.ts';

/** Deletes counters that have expired. */
export async function cleanLimits(database: Database) {
  await database.asService.query({
    text: 'delete from private.rate_limits where expire < extract(epoch from now()) * 1000',
  });
}
