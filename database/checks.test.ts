import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { ofPlatform, ofPrivate, ofRegister } from './fixture/checks/of-others.ts';
import { ofPublic } from './fixture/checks/of-public.ts';
import { ofStaff } from './fixture/checks/of-staff.ts';
import type { Checks } from './fixture/checks/rows.ts';
import { thereOnce } from './fixture/once.ts';

const { asAdmin } = await openTestApi();

const expected: Record<string, Checks> = {
  public: ofPublic,
  private: ofPrivate,
  register: ofRegister,
  staff: ofStaff,
  ...ofPlatform,
};
const lines = 'database/fixture/checks';
const named = Object.entries(expected).flatMap(([schema, tables]) =>
  Object.entries(tables).flatMap(([table, checks]) =>
    Object.entries(checks).map(([name, tried]) => ({
      place: `${schema}.${table}: ${name}`,
      tried,
    })),
  ),
);

type Check = { schema: string; table: string; name: string; expression: string };
const placeOf = ({ schema, table, name }: Check) => `${schema}.${table}: ${name}`;

/** Of our own tables; those of the queue's library are its own business. */
const ofSchema = `select n.nspname as schema, t.relname as table, c.conname as name,
    pg_get_expr(c.conbin, c.conrelid) as expression
  from pg_constraint as c
    join pg_class as t on t.oid = c.conrelid
    join pg_namespace as n on n.oid = t.relnamespace
  where c.contype = 'c' and c.coninhcount = 0
    and n.nspname not in ('graphile_worker', 'pg_catalog', 'information_schema')`;

it('every check constraint refuses what it should, and accepts the rest', async () => {
  const faults: string[] = [];
  await asAdmin(async (client) => {
    const { rows } = await client.query<Check>(ofSchema);
    const known = new Map(rows.map((check) => [placeOf(check), check]));
    const asked = named.flatMap(({ place, tried }) => {
      const check = known.get(place);
      if (!check) faults.push(`${place} is no check any more: take its line out of ${lines}`);
      known.delete(place);
      return check ? questionsAbout(check, tried) : [];
    });
    for (const place of known.keys())
      faults.push(`${place} is new: say in ${lines} what it refuses and what it keeps`);

    // One query for all of them: no row has to be stored.
    const { rows: answers } = await client.query<{ at: number; is_kept: boolean }>(
      asked.map(({ sql }, at) => sql(at)).join(' union all '),
      asked.map(({ row }) => JSON.stringify(row)),
    );
    for (const { at, is_kept } of answers) {
      const { place, row, isKept } = asked[at] ?? {};
      const given = JSON.stringify(row).slice(0, 200);
      if (is_kept !== isKept) faults.push(`${place} ${is_kept ? 'keeps' : 'refuses'} ${given}`);
    }
  });
  expect(faults).toEqual([]);
});

function questionsAbout(check: Check, { refuses, keeps }: Checks[string][string]) {
  const { schema, table, expression } = check;
  const sql = (at: number) => `select ${at} as at, (${expression}) is not false as is_kept
    from jsonb_populate_record(null::"${schema}"."${table}", $${at + 1}::jsonb) as "${table}"`;
  const ask = (row: object, isKept: boolean) => ({ place: placeOf(check), row, isKept, sql });
  return [...refuses.map((row) => ask(row, false)), ...keeps.map((row) => ask(row, true))];
}

/** Unique indexes that are not primary keys, tried on a table with nothing else. */
const ofUniques = `select n.nspname || '.' || t.relname as table, i.relname as name,
    replace(pg_get_indexdef(i.oid), format(' ON %I.%I ', n.nspname, t.relname), ' ON pg_temp.tried ') as index
  from pg_index as x
    join pg_class as i on i.oid = x.indexrelid
    join pg_class as t on t.oid = x.indrelid
    join pg_namespace as n on n.oid = t.relnamespace
  where x.indisunique and not x.indisprimary
    and n.nspname not in ('graphile_worker', 'pg_catalog', 'pg_toast')`;

it('every unique index refuses duplicates, and accepts what differs', async () => {
  const faults: string[] = [];
  const open = new Set(
    Object.entries(thereOnce).flatMap(([table, uniques]) =>
      Object.keys(uniques).map((name) => `${table}: ${name}`),
    ),
  );
  await asAdmin(async (client) => {
    const { rows } = await client.query<Record<'table' | 'name' | 'index', string>>(ofUniques);
    for (const { table, name, index } of rows) {
      const place = `${table}: ${name}`;
      const known = thereOnce[table]?.[name];
      open.delete(place);
      if (!known) {
        faults.push(`${place} is new: say in database/fixture/once.ts what is there once`);
        continue;
      }
      const { row, beside, twice } = known;
      await client.query(`create temp table tried as table ${table} with no data; ${index}`);
      const { rowCount } = await client.query(
        `insert into tried select * from jsonb_populate_recordset(null::${table}, $1) on conflict do nothing`,
        [JSON.stringify([row, row, ...beside, ...twice, ...twice])],
      );
      await client.query('drop table tried');
      if (rowCount !== 1 + beside.length + 2 * twice.length) {
        faults.push(`${place} keeps ${rowCount} of the rows in database/fixture/once.ts`);
      }
    }
  });
  for (const place of open) {
    faults.push(`${place} is there no more: take its line out of database/fixture/once.ts`);
  }
  expect(faults).toEqual([]);
});

it('every cascade from a deleted row finds its rows by an index', async () => {
  await asAdmin(async (client) => {
    // Buckets are deleted by hand, and an index for that would be updated with every part of an
    // upload.
    const { rows } = await client.query(
      `select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.conname <> 'resumable_uploads_bucket_id_fkey'
        and c.connamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'staff', 'register')
        and not exists (select from pg_index as i where i.indrelid = c.conrelid and i.indisvalid
          and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`,
    );
    expect(rows).toEqual([]);
  });
});
