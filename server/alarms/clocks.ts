import type { Database } from '#database/database.ts';

/**
 * In milliseconds. Smaller drift is normal; with a larger one, one-time codes are rejected as too
 * early or too late.
 */
const most = 30_000;

/** How far this machine's clock is ahead of the database's; negative where it is behind. */
export function compareClocks(database: Pick<Database, 'asService'>) {
  let wasApart = false;
  return async (): Promise<{ isWrong: boolean; facts: { seconds: number } }> => {
    const before = Date.now();
    const { rows } = await database.asService.query<{ now: number }>({
      name: 'database-clock',
      text: 'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
    });
    const after = Date.now();
    const now = rows[0]?.now ?? before;
    // The database read its clock at some point in between.
    const ahead = Math.max(before - now, 0) + Math.min(after - now, 0);
    const isApart = Math.abs(ahead) > most;
    // A machine that slept corrects its clock in a moment, so one reading is not enough.
    const isWrong = isApart && wasApart;
    wasApart = isApart;
    return { isWrong, facts: { seconds: Math.round(ahead / 1_000) } };
  };
}
