import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';

/** The names in lower case, because PostgreSQL compares them so. */
export async function readZones(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await onBehalfOf(undefined, () =>
    database.asService.query<{ name: string }>({
      text: 'select lower(name) as name from pg_timezone_names',
    }),
  );
  return new Set(rows.map(({ name }) => name));
}
