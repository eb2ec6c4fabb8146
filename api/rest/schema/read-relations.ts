import type { Role, Session } from '#database/database.ts';
import { tableId } from '../sql/sql.ts';
import type { Column, Table } from './schema.ts';

export type Relation = Table & {
  oid: number;
  isExposed: boolean;
  /** The names of its columns, by their numbers. */
  places: Map<number, string>;
};
export type TypeRow = { type: string; base: string; category: string; typname: string };

export const baseTypes = `
  with recursive bases as (
    select oid, oid as base from pg_type where typtype <> 'd'
    union all
    select t.oid, b.base from pg_type t join bases b on b.oid = t.typbasetype where t.typtype = 'd'
  ), types as (
    select b.oid, format_type(b.oid, -1) as type, format_type(b.base, -1) as base,
      t.typcategory as category, t.typname, d.typdefaultbin
    from bases b join pg_type t on t.oid = b.base join pg_type d on d.oid = b.oid
  )`;

/** SQL for the roles that have a privilege. */
export const rolesWith = (privilege: string): string =>
  `array(select r from unnest(array['anon', 'authenticated', 'service_role']) r where ${privilege})`;

type Row = TypeRow & {
  oid: number;
  schema: string;
  table: string;
  kind: string;
  place: number;
  name: string;
  default: string | null;
  isExposed: boolean;
  takes: number;
  knownTo: Role[];
};

/**
 * Tables, views and types of the exposed schemas, and whatever rows their functions return. The numbers in
 * `pg_relation_is_updatable` say which changes a view passes on.
 */
export async function readRelations(
  session: Session,
  schemas: readonly string[],
): Promise<Relation[]> {
  const { rows } = await session.query<Row>({
    text: `${baseTypes}, relations as (
        select c.oid, c.relname, c.relkind, n.nspname, n.nspname = any ($1) and c.relkind <> 'c' as exposed
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and not c.relispartition
          and (n.nspname = any ($1) or c.oid in (
            select r.typrelid from pg_proc p join pg_type r on r.oid = p.prorettype
            where r.typrelid <> 0 and p.pronamespace in (
              select oid from pg_namespace where nspname = any ($1))))
      ), known as (
        select oid, case when relkind in ('r', 'p') then 28
            when relkind in ('v', 'f') then pg_relation_is_updatable(oid, true) else 0 end as takes,
          case when relkind <> 'c' then ${rolesWith(`has_table_privilege(r, oid, 'select, insert, update, delete')
            or has_any_column_privilege(r, oid, 'select, insert, update')`)} else '{}' end as roles
        from relations
      )
      select c.oid::int8::float8 as oid, c.nspname as schema, c.relname as "table", c.relkind as kind,
        c.exposed as "isExposed", k.takes, k.roles as "knownTo", a.attnum::int as place, a.attname as name,
        t.type, t.base, t.category, t.typname,
        case when a.attidentity <> '' then format('nextval(%L::regclass)',
            pg_get_serial_sequence(format('%I.%I', c.nspname, c.relname), a.attname))
          when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid),
            pg_get_expr(t.typdefaultbin, 0)) end as default
      from relations c
      join known k on k.oid = c.oid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join types t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      order by c.nspname, c.relname, a.attnum`,
    values: [schemas],
  });
  const relations = new Map<number, Relation>();
  for (const row of rows) {
    const relation = relations.get(row.oid) ?? toRelation(row);
    relations.set(row.oid, relation);
    relation.places.set(row.place, row.name);
    relation.columns.set(row.name, toColumn(row.name, row, row.default));
  }
  return [...relations.values()];
}

function toRelation({ oid, schema, table, kind, isExposed, takes, knownTo }: Row): Relation {
  return {
    oid,
    schema,
    name: table,
    id: tableId(schema, table),
    isView: kind === 'v' || kind === 'm',
    isExposed,
    columns: new Map(),
    computed: new Map(),
    relatives: new Map(),
    places: new Map(),
    primaryKey: [],
    takes: {
      insert: (takes & 8) !== 0,
      update: (takes & 4) !== 0,
      delete: (takes & 16) !== 0,
    },
    knownTo,
  };
}

export function toColumn(name: string, type: TypeRow, defaultValue: string | null): Column {
  return {
    name,
    type: type.type,
    base: type.base,
    category: categoryOf(type),
    default: defaultValue,
  };
}

function categoryOf({ category, typname }: TypeRow): Column['category'] {
  if (typname === 'json' || typname === 'jsonb' || typname === 'tsvector') return typname;
  if (category === 'A') return 'array';
  if (category === 'R') return 'range';
  if (category === 'C' || category === 'P') return 'row';
  return category === 'S' ? 'text' : 'other';
}
