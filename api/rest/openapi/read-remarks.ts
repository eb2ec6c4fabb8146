import type { Database, Role } from '#database/database.ts';
import { rolesWith } from '../schema/read-relations.ts';
import { tableId } from '../sql/sql.ts';

/** What the catalog says about a column beyond what requests need. */
export type ColumnRemarks = {
  comment: string | null;
  /** The type's name as PostgREST shows it: for a plain domain, its base type. */
  format: string;
  isRequired: boolean;
  maxLength: number | null;
  choices: string[];
  /** The roles that may read or write it. */
  knownTo: Role[];
};

export type Remarks = {
  /** By the name of a schema, the `id` of a table and the number of a function. */
  schemas: Map<string, string | null>;
  tables: Map<string, { comment: string | null; columns: Map<string, ColumnRemarks> }>;
  routines: Map<number, string>;
};

type ColumnRow = ColumnRemarks & {
  schema: string;
  table: string;
  about: string | null;
  name: string;
};

/** Read separately, because it takes longer than the tables themselves and is rarely needed. */
export function readRemarks(database: Database, exposed: readonly string[]): Promise<Remarks> {
  return database.asService.transaction(async (session) => {
    // Without a search path, every type is written with its schema and means the same for everyone.
    await session.query({ text: `select set_config('search_path', '', true)` });
    const schemas = await session.query<{ name: string; comment: string | null }>({
      text: `select nspname as name, obj_description(oid, 'pg_namespace') as comment
        from pg_namespace where nspname = any ($1)`,
      values: [exposed],
    });
    const columns = await session.query<ColumnRow>({
      text: `
        select n.nspname as schema, c.relname as "table", obj_description(c.oid, 'pg_class') as about,
          a.attname as name, col_description(c.oid, a.attnum) as comment,
          case when t.typtype <> 'd' then format_type(t.oid, null)
            when b.typnamespace = 'pg_catalog'::regnamespace then format_type(b.oid, null)
            else format_type(t.oid, a.atttypmod) end as format,
          a.attnotnull or (t.typtype = 'd' and t.typnotnull) as "isRequired",
          case when m.base in ('bpchar'::regtype, 'varchar'::regtype) and m.modifier > 0 then m.modifier - 4
            when m.base in ('bit'::regtype, 'varbit'::regtype) and m.modifier > 0 then m.modifier end as "maxLength",
          array(select enumlabel::text from pg_enum where enumtypid = m.base order by enumsortorder) as choices,
          ${rolesWith(`has_column_privilege(r, c.oid, a.attnum, 'select, insert, update')`)} as "knownTo"
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
        left join pg_type b on b.oid = t.typbasetype,
        lateral (select coalesce(b.oid, t.oid) as base,
          case when t.typtype = 'd' then t.typtypmod else a.atttypmod end as modifier) m
        where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
        order by c.oid, a.attnum`,
      values: [exposed],
    });
    const routines = await session.query<{ oid: number; comment: string }>({
      text: `select p.oid::int8::float8 as oid, d.description as comment
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        join pg_description d on d.objoid = p.oid and d.classoid = 'pg_catalog.pg_proc'::regclass
        where n.nspname = any ($1)`,
      values: [exposed],
    });
    return {
      schemas: new Map(schemas.rows.map(({ name, comment }) => [name, comment])),
      tables: tablesOf(columns.rows),
      routines: new Map(routines.rows.map(({ oid, comment }) => [oid, comment])),
    };
  });
}

function tablesOf(rows: ColumnRow[]): Remarks['tables'] {
  const tables: Remarks['tables'] = new Map();
  for (const row of rows) {
    const id = tableId(row.schema, row.table);
    const table = tables.get(id) ?? { comment: row.about, columns: new Map() };
    tables.set(id, table);
    table.columns.set(row.name, row);
  }
  return tables;
}
