import type pg from 'pg';
import { expect } from 'vitest';

/** Until somebody else, or this many, wait for a lock of this client. */
export async function untilSomebodyWaits(client: Pick<pg.Client, 'query'>, least = 1) {
  const waits = async () => {
    // Otherwise the view of other sessions would stay as the transaction first saw it.
    await client.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  };
  await expect.poll(waits).toBeGreaterThanOrEqual(least);
}
