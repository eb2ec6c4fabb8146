import type { Database, Session } from '#database/database.ts';
import type { Column, ForeignKey, Routine, Schema, Table } from './schema.ts';

/** Tables, views, keys and functions of schema public, as PostgreSQL's catalog knows them. */
export function introspect(database: Database): Promise<Schema> {
  return database.asService.transaction(async (session) => {
    // With no search path, every type is spelled with its schema and means the same for everyone.
    await session.query({ text: `select set_config('search_path', '', true)` });
    const relations = await readRelations(session);
    const foreignKeys = await readKeys(session, relations);
    const routines = await readRoutines(session, relations);
    const tables = new Map([...relations].filter(([, { isType }]) => !isType));
    return { tables, routines, foreignKeys };
  });
}

type Relation = Table & { isType: boolean };
type TypeRow = { type: string; base: string; category: string; typname: string };

const baseTypes = `
  with recursive bases as (
    select oid, oid as base from pg_type where typtype <> 'd'
    union all
    select t.oid, b.base from pg_type t join bases b on b.oid = t.typbasetype where t.typtype = 'd'
  ), types as (
    select b.oid, format_type(b.oid, -1) as type, format_type(b.base, -1) as base,
      t.typcategory as category, t.typname
    from bases b join pg_type t on t.oid = b.base
  )`;

async function readRelations(session: Session): Promise<Map<string, Relation>> {
  const { rows } = await session.query<
    TypeRow & { table: string; kind: string; name: string; default: string | null }
  >({
    text: `${baseTypes}
      select c.relname as "table", c.relkind as kind, a.attname as name,
        t.type, t.base, t.category, t.typname,
        case when a.attidentity <> '' then format('nextval(%L::regclass)',
            pg_get_serial_sequence(format('public.%I', c.relname), a.attname))
          when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join types t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and not c.relispartition
      order by c.relname, a.attnum`,
  });
  const relations = new Map<string, Relation>();
  for (const row of rows) {
    let relation = relations.get(row.table);
    if (!relation) {
      relation = {
        name: row.table,
        columns: new Map(),
        primaryKey: [],
        uniques: [],
        isType: row.kind === 'c',
      };
      relations.set(row.table, relation);
    }
    relation.columns.set(row.name, toColumn(row.name, row, row.default));
  }
  return relations;
}

async function readKeys(session: Session, relations: Map<string, Relation>): Promise<ForeignKey[]> {
  const { rows } = await session.query<ForeignKey & { kind: string }>({
    text: `
      select k.conname as name, k.contype as kind, c.relname as "table", f.relname as target,
        ${columnsOf('k.conrelid', 'k.conkey')} as columns,
        ${columnsOf('k.confrelid', 'k.confkey')} as "references"
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid and c.relnamespace = 'public'::regnamespace
      left join pg_class f on f.oid = k.confrelid and f.relnamespace = 'public'::regnamespace
      where k.contype in ('p', 'u', 'f') and k.conparentid = 0
      order by k.conname`,
  });
  for (const { kind, table, columns } of rows) {
    const relation = relations.get(table);
    if (kind === 'p' && relation) relation.primaryKey = columns;
    if (kind !== 'f') relation?.uniques.push(columns);
  }
  return rows
    .filter((row) => row.kind === 'f' && relations.has(row.table) && relations.has(row.target))
    .map(({ name, table, columns, target, references }) => ({
      name,
      table,
      columns,
      target,
      references,
    }));
}

function columnsOf(relation: string, numbers: string): string {
  return `array(select a.attname::text from unnest(${numbers}) with ordinality n(number, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number order by n.place)`;
}

type RoutineRow = {
  name: string;
  returnsSet: boolean;
  isVoid: boolean;
  isRecord: boolean;
  isComposite: boolean;
  relation: string | null;
  defaults: number;
  args: (TypeRow & { name: string; mode: string })[];
};

async function readRoutines(session: Session, relations: Map<string, Relation>) {
  const { rows } = await session.query<RoutineRow>({
    text: `${baseTypes}
      select p.proname as name, p.proretset as "returnsSet",
        p.prorettype = 'pg_catalog.void'::regtype as "isVoid",
        p.prorettype = 'pg_catalog.record'::regtype as "isRecord",
        r.typtype = 'c' as "isComposite",
        (select relname from pg_class c where c.oid = r.typrelid
          and c.relnamespace = 'public'::regnamespace) as relation,
        p.pronargdefaults as defaults,
        coalesce((
          select json_agg(json_build_object('name', coalesce(p.proargnames[a.place], ''),
            'mode', coalesce(p.proargmodes[a.place], 'i'), 'type', t.type, 'base', t.base,
            'category', t.category, 'typname', t.typname) order by a.place)
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, place)
          join types t on t.oid = a.type
        ), '[]') as args
      from pg_proc p join pg_type r on r.oid = p.prorettype
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and p.prorettype not in ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
      order by p.proname, p.oid`,
  });
  const routines = new Map<string, Routine[]>();
  for (const row of rows) {
    const routine = toRoutine(row, relations);
    routines.set(row.name, [...(routines.get(row.name) ?? []), routine]);
  }
  return routines;
}

function toRoutine(row: RoutineRow, relations: Map<string, Relation>): Routine {
  const inputs = row.args.filter(({ mode }) => 'ibv'.includes(mode));
  const outputs = row.args.filter(({ mode }) => 'obt'.includes(mode));
  const args = inputs.map(({ name, type, base, mode }, place) => ({
    name,
    type,
    base,
    isVariadic: mode === 'v',
    isRequired: mode !== 'v' && place < inputs.length - row.defaults,
  }));
  return {
    name: row.name,
    args,
    returnsSet: row.returnsSet,
    returns: returnsOf(row, outputs, relations),
  };
}

function returnsOf(
  row: RoutineRow,
  outputs: RoutineRow['args'],
  relations: Map<string, Relation>,
): Routine['returns'] {
  if (row.isVoid) return { kind: 'void' };
  // One OUT argument makes a scalar; the columns of RETURNS TABLE are always columns.
  if (outputs.length > 1 || outputs[0]?.mode === 't') {
    const columns = outputs.map((output, place) => {
      const name = output.name || `column${place + 1}`;
      return [name, toColumn(name, output, null)] as const;
    });
    return {
      kind: 'rows',
      table: { name: row.name, columns: new Map(columns), primaryKey: [], uniques: [] },
    };
  }
  const table = row.relation ? relations.get(row.relation) : undefined;
  if (table) return { kind: 'rows', table };
  return row.isRecord || row.isComposite ? { kind: 'unknown' } : { kind: 'scalar' };
}

function toColumn(name: string, type: TypeRow, defaultValue: string | null): Column {
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
  return category === 'S' ? 'text' : 'other';
}
