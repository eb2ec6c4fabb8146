import type { Database, Role } from '#database/database.ts';

export type Column = {
  name: string;
  type: string;
  /** The type as SQL writes it in a cast. */
  cast: string;
  /** The type as shown to people. */
  saidType: string;
  /** Whether patterns can match it. */
  isText: boolean;
  /** Whether its JSON values sort in the same order as in SQL. */
  isOrdered: boolean;
  isKey: boolean;
  /** The roles that may select it. */
  readers: Role[];
};

/** A published table, as the catalog describes it now. */
export type Table = {
  schema: string;
  name: string;
  columns: Column[];
};

type Row = {
  schema: string;
  name: string;
  column: string;
  type: string;
  cast: string;
  said_type: string;
  is_text: boolean;
  is_ordered: boolean;
  is_key: boolean;
  readers: Role[];
};

/** In milliseconds: how long a revoked grant may still count. */
const trustedFor = 1_000;

/** The published tables. Read again by the next caller after a second. */
export function watchTables(database: Database) {
  let asked: { at: number; answer: Promise<Map<string, Table>> } | undefined;

  async function load(): Promise<Map<string, Table>> {
    const { rows } = await database.asService.query<Row>({
      name: 'published-tables',
      text: `select p.schema_name as schema, p.table_name as name, a.attname as column,
          t.typname as type,
          -- A number or a time is compared as it is said; blanks at the end belong to the length.
          case when t.typname = 'bpchar' then format_type(a.atttypid, a.atttypmod)
            else format('%I.%I', n.nspname, t.typname) end as cast,
          format_type(a.atttypid, null) as said_type,
          t.typcategory = 'S' as is_text,
          t.typname = 'uuid' or t.typcategory = any ('{N,S,D,B}')
            and t.typname not in ('money', 'timetz') as is_ordered,
          coalesce(a.attnum = any (i.indkey), false) as is_key,
          array(select role from unnest('{anon,authenticated,service_role}'::text[]) as role
            where has_schema_privilege(role, p.schema_name, 'usage')
              and has_column_privilege(role, a.attrelid, a.attnum, 'select')) as readers
        from realtime.published as p
        join pg_catalog.pg_class as c
          on c.oid = to_regclass(format('%I.%I', p.schema_name, p.table_name))
        -- One that was made anew under the name tells nothing until it is published again.
        join pg_catalog.pg_trigger as r on r.tgrelid = c.oid and r.tgname = 'tell_of_insert'
        join pg_catalog.pg_attribute as a
          on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_catalog.pg_type as t on t.oid = a.atttypid
        join pg_catalog.pg_namespace as n on n.oid = t.typnamespace
        left join pg_catalog.pg_index as i on i.indrelid = c.oid and i.indisprimary
        order by p.schema_name, p.table_name, a.attnum`,
    });
    const tables = new Map<string, Table>();
    for (const { schema, name, column, said_type, is_text, is_ordered, is_key, ...rest } of rows) {
      const key = keyOf(schema, name);
      const table = tables.get(key) ?? { schema, name, columns: [] };
      const more = { saidType: said_type, isText: is_text, isOrdered: is_ordered, isKey: is_key };
      table.columns.push({ name: column, ...rest, ...more });
      tables.set(key, table);
    }
    return tables;
  }

  return (): Promise<Map<string, Table>> => {
    const now = performance.now();
    if (!asked || now - asked.at > trustedFor) {
      const fresh = { at: now, answer: load() };
      asked = fresh;
      fresh.answer.catch(() => {
        if (asked === fresh) asked = undefined;
      });
    }
    return asked.answer;
  };
}

export function keyOf(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}

/** Roles that may not select the key must not have rows checked for them. */
export function isReadableBy(table: Table, role: Role): boolean {
  const key = table.columns.filter(({ isKey }) => isKey);
  return key.length > 0 && key.every(({ readers }) => readers.includes(role));
}
