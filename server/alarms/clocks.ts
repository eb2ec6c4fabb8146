import type { Database } from '#database/database.ts';

/** In milliseconds. Less is how clocks are kept; with more, codes of a second step come too early or too late. */
const most = 30_000;

/** By how much the clock of this machine is ahead of the database's; negative where it is behind. */
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
    // It was asked at some time in between.
    const ahead = Math.max(before - now, 0) + Math.min(after - now, 0);
    const isApart = Math.abs(ahead) > most;
    // A machine that slept is set right in a moment.
    const isWrong = isApart && wasApart;
    wasApart = isApart;
    return { isWrong, facts: { seconds: Math.round(ahead / 1_000) } };
  };
}
