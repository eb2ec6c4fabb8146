import type { QueryResultRow } from 'pg';
import { routes as authRoutes } from '#api/auth/routes.ts';
import { subjects } from '#api/subjects.ts';
import { documents, pages } from '#app/pages.ts';
import type { Stage } from './stage.ts';

export type Table = { name: string; columns: { name: string; type: string }[] };
export type Call = { name: string; arguments: { name: string; type: string }[] };

export type Targets = Awaited<ReturnType<typeof findTargets>>;

/**
 * Everything there is to attack, read from the running site, so that nothing can be forgotten here.
 */
export async function findTargets({ admin, files }: Stage) {
  const ask = async <Row extends QueryResultRow>(text: string) => {
    let rows: Row[] = [];
    await admin(async (client) => {
      ({ rows } = await client.query<Row>(text));
    });
    return rows;
  };
  const tables = await ask<Table & { schema: string }>(
    `select n.nspname as schema, c.relname as name, jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'v', 'm', 'p') and n.nspname !~ '^pg_|information_schema|graphile'
      group by 1, 2 order by 1, 2`,
  );
  const calls = await ask<Call>(
    `select p.proname as name, coalesce((select jsonb_agg(jsonb_build_object('name', argument.name,
        'type', format_type(argument.type, null)))
        from unnest(p.proargnames, string_to_array(p.proargtypes::text, ' ')::oid[]) as argument (name, type)
        where argument.name <> '' and argument.type is not null), '[]') as arguments
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' order by 1`,
  );
  const buckets = await ask<{ id: string }>('select id from storage.buckets order by 1');
  return {
    pages: [...pages, ...documents].map(({ path }) => path),
    files,
    /** Those that the table API exposes. */
    tables: tables.filter(({ schema }) => schema === 'public'),
    /** Those that it must not expose. */
    hiddenTables: tables.filter(({ schema }) => schema !== 'public').map(({ name }) => name),
    calls,
    functions: subjects.flatMap(({ functions, hidden = {} }) => [
      ...Object.keys(functions),
      ...Object.keys(hidden),
    ]),
    auth: authRoutes.map(([method, path]) => ({ method, path })),
    buckets: buckets.map(({ id }) => id),
  };
}

/** Existing ids, other people's too: a refusal must not depend on ids being hard to guess. */
export async function findIds({ admin }: Stage): Promise<string[]> {
  const ids: string[] = [];
  await admin(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and a.attname = 'id' and a.atttypid = 'uuid'::regtype
          and n.nspname in ('public', 'auth', 'staff', 'register') order by 1`,
    );
    for (const { name } of rows) {
      const found = await client.query<{ id: string }>(
        `select id from ${name} order by 1 limit 12`,
      );
      ids.push(...found.rows.map(({ id }) => id));
    }
  });
  return ids;
}
