import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';

export async function readZones(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await onBehalfOf(undefined, () =>
    database.asService.query<{ name: string }>({ text: 'select name from pg_timezone_names' }),
  );
  return new Set(rows.map(({ name }) => name));
}
