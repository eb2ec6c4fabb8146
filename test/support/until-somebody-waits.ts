import type pg from 'pg';
import { expect } from 'vitest';

/** Until somebody else, or so many, wait for what this client holds. */
export async function untilSomebodyWaits(client: Pick<pg.Client, 'query'>, least = 1) {
  const waits = async () => {
    // What others do is otherwise told as it was when the transaction first asked.
    await client.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  };
  await expect.poll(waits).toBeGreaterThanOrEqual(least);
}
