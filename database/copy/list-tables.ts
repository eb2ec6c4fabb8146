import pg from 'pg';

export type Table = { schema: string; name: string; columns: string[] };
export type Sequence = { schema: string; name: string; value: string; isCalled: boolean };

/** Data that the next start recreates, or that means nothing later. */
const leftOut = [
  'graphile_worker.migrations',
  'storage.resumable_uploads',
  'private.released_files',
];

const ours = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'deploy')
  and not exists (select from pg_depend as d
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Every table with lasting rows, and its columns except generated ones. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array(
        select a.attname::text from pg_attribute as a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
        and n.nspname || '.' || c.relname <> all ($1) and ${ours}
      order by 1, 2`,
    [leftOut],
  );
  return rows;
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where c.relkind = 'S' and ${ours} order by 1, 2`,
  );
  const found: Sequence[] = [];
  for (const { schema, name } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${nameOf({ schema, name })}`,
    );
    for (const value of values) found.push({ schema, name, ...value });
  }
  return found;
}

export function nameOf({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

export function columnsOf({ columns }: Table): string {
  return columns.map(pg.escapeIdentifier).join(', ');
}
