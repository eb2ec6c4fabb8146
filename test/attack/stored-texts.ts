import type pg from 'pg';
import { foreignHost } from './hostile.ts';
import type { Stage } from './stage.ts';

/**
 * Tried one after the other until a column accepts one: no writer gets past those constraints
 * either.
 */
const scripts = [
  `</script><script>attackRan()</script><img src=x onerror=attackRan()><img src="//${foreignHost}/a.png"><attack-7k onload=attackRan()>`,
  `"><svg/onload=attackRan()><script>attackRan()</script>`,
  `'><img src=x onerror=attackRan()>`,
  `<svg onload=attackRan()>`,
  'javascript:attackRan()',
  `https://${foreignHost}/"><svg/onload=attackRan()>`,
  `https://${foreignHost}/?a=<svg/onload=attackRan()>`,
  `"><svg/onload=attackran()>@people.example`,
];

/** Keys, and columns that refer to other rows or drive the state of a row. */
const names =
  /(^|_)(id|hash|token|key|email|role|state|status|kind|type|slug|name_key|object_name|time_zone|country|region|place|path|aud)$/;
const schemas = ['public', 'staff', 'register', 'auth', 'queue'];

/**
 * Writes a script into every text of every row whose column accepts it, bypassing all triggers:
 * more than the API would store. Returns how many columns have one, and which refused them all.
 */
export async function storeScripts({
  admin,
}: Stage): Promise<{ stored: number; refused: string[] }> {
  let stored = 0;
  const refused: string[] = [];
  await admin(async (client) => {
    await client.query("set session_replication_role = 'replica'");
    const { rows } = await client.query<{ table: string; column: string; type: string }>(
      `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column,
          format_type(a.atttypid, null) as type
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind = 'r' and n.nspname = any($1) and a.attgenerated = ''
          and format_type(a.atttypid, null) in ('text', 'character varying', 'text[]', 'jsonb', 'json')
          and not exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey))
          and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey))
        order by 1, 2`,
      [schemas],
    );
    for (const { table, column, type } of rows) {
      if (names.test(column) || /^(staff\.log|auth\.(sessions|audit))/.test(table)) continue;
      const isStored = type.startsWith('json')
        ? await storeInJson(client, table, column)
        : await storeInText(client, table, column, type);
      if (isStored) stored += 1;
      else refused.push(`${table}.${column}`);
    }
  });
  return { stored, refused };
}

async function storeInText(client: pg.Client, table: string, column: string, type: string) {
  const value = type === 'text[]' ? 'array[$1]' : '$1';
  for (const script of scripts) {
    // Each value is different, because some columns must be unique; most constraints look at one
    // row alone.
    const text = `update ${table} set ${column} = ${value} where ${column} is not null`;
    if (
      await client.query(text, [script]).then(
        ({ rowCount }) => rowCount !== null,
        () => false,
      )
    )
      return true;
  }
  return false;
}

async function storeInJson(client: pg.Client, table: string, column: string) {
  const { rows } = await client.query<{ place: string; value: unknown }>(
    `select ctid::text as place, ${column} as value from ${table} where ${column} is not null limit 200`,
  );
  let isStored = rows.length === 0;
  for (const { place, value } of rows) {
    isStored = await client
      .query(`update ${table} set ${column} = $2 where ctid = $1::tid`, [
        place,
        JSON.stringify(withScripts(value)),
      ])
      .then(
        () => true,
        () => isStored,
      );
  }
  return isStored;
}

/** Text for people contains a space; other strings are for programs. */
function withScripts(value: unknown): unknown {
  if (typeof value === 'string') return /\s/.test(value) ? scripts[0] : value;
  if (Array.isArray(value)) return value.map(withScripts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, withScripts(of)]));
}
