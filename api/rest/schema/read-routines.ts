import type { Role, Session } from '#database/database.ts';
import { tableId } from '../sql/sql.ts';
import { baseTypes, type Relation, rolesWith, type TypeRow, toColumn } from './read-relations.ts';
import type { Routine, Table } from './schema.ts';

type RoutineRow = {
  oid: number;
  schema: string;
  name: string;
  volatility: 'i' | 's' | 'v';
  returnsSet: boolean;
  isVoid: boolean;
  isRecord: boolean;
  relation: number;
  rows: number;
  result: TypeRow;
  defaults: number;
  knownTo: Role[];
  args: (TypeRow & { name: string; mode: string; relation: number })[];
};

export async function readRoutines(
  session: Session,
  schemas: readonly string[],
  relations: Relation[],
): Promise<Map<string, Routine[]>> {
  const { rows } = await session.query<RoutineRow>({
    text: `${baseTypes}, functions as (
        select p.*, n.nspname from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = any ($1)
        where p.prokind = 'f'
          and p.prorettype not in ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
      ), arguments as (
        select p.oid, json_agg(json_build_object('name', coalesce(p.proargnames[a.place], ''),
            'mode', coalesce(p.proargmodes[a.place], 'i'), 'type', t.type, 'base', t.base,
            'category', t.category, 'typname', t.typname, 'relation', y.typrelid::int8) order by a.place) as args
        from functions p
        cross join unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, place)
        join types t on t.oid = a.type
        join pg_type y on y.oid = a.type
        group by p.oid
      )
      select p.oid::int8::float8 as oid, p.nspname as schema, p.proname as name, p.provolatile as volatility,
        p.proretset as "returnsSet", p.prorettype = 'pg_catalog.void'::regtype as "isVoid",
        p.prorettype = 'pg_catalog.record'::regtype as "isRecord",
        r.typrelid::int8::float8 as relation, p.prorows::float8 as rows,
        to_json(t) as result, p.pronargdefaults as defaults,
        ${rolesWith(`has_function_privilege(r, p.oid, 'execute')`)} as "knownTo",
        coalesce(a.args, '[]') as args
      from functions p
      left join arguments a on a.oid = p.oid
      left join types t on t.oid = p.prorettype
      join pg_type given on given.oid = p.prorettype
      join pg_type r on r.oid = coalesce(nullif(given.typbasetype, 0), given.oid)
      order by p.proname, p.pronargs, p.oid`,
    values: [schemas],
  });
  const routines = new Map<string, Routine[]>();
  for (const row of rows) {
    const routine = toRoutine(row, relations);
    addComputed(row, routine, relations);
    if (!canBeCalled(routine)) continue;
    routines.set(routine.id, [...(routines.get(routine.id) ?? []), routine]);
  }
  return routines;
}

/** An argument without a name can only be the whole body, which must have one of these types. */
const wholeTypes = ['bytea', 'json', 'jsonb', 'text', 'xml'];

/** Arguments are passed by name, so functions that only take them by position cannot be called. */
function canBeCalled({ args }: Routine): boolean {
  const nameless = args.filter(({ name }) => name === '');
  return nameless.every(({ type }) => nameless.length === 1 && wholeTypes.includes(type));
}

/** A function of a table's row in the same schema is a computed column of it, or related rows. */
function addComputed(row: RoutineRow, { id, returns }: Routine, relations: Relation[]): void {
  const [only, ...more] = row.args;
  if (!only || more.length > 0 || only.relation === 0) return;
  const table = relations.find(({ oid }) => oid === only.relation);
  if (!table?.isExposed || table.schema !== row.schema) return;
  if (returns.kind === 'scalar' && !row.returnsSet) {
    table.computed.set(row.name, { ...toColumn(row.name, row.result, null), routine: id });
  } else if (returns.kind === 'rows' && returns.table.id !== '') {
    const isMany = row.returnsSet && row.rows !== 1;
    table.relatives.set(row.name, { routine: id, target: returns.table, isMany });
  }
}

function toRoutine(row: RoutineRow, relations: Relation[]): Routine {
  const inputs = row.args.filter(({ mode }) => 'ibv'.includes(mode));
  const outputs = row.args.filter(({ mode }) => 'obt'.includes(mode));
  const args = inputs.map(({ name, type, base, mode }, place) => ({
    name,
    type,
    base,
    isVariadic: mode === 'v',
    isRequired: place < inputs.length - row.defaults,
  }));
  return {
    oid: row.oid,
    schema: row.schema,
    name: row.name,
    id: tableId(row.schema, row.name),
    args,
    isVolatile: row.volatility === 'v',
    returnsSet: row.returnsSet,
    knownTo: row.knownTo,
    returns: returnsOf(row, outputs, relations),
  };
}

function returnsOf(
  row: RoutineRow,
  outputs: RoutineRow['args'],
  relations: Relation[],
): Routine['returns'] {
  if (row.isVoid) return { kind: 'void' };
  const table = relations.find(({ oid }) => oid === row.relation);
  if (table) return { kind: 'rows', table };
  if (outputs.length > 0) return { kind: 'rows', table: outputTable(row, outputs) };
  return { kind: 'scalar', isRecord: row.isRecord };
}

function outputTable({ schema, name }: RoutineRow, outputs: RoutineRow['args']): Table {
  const columns = outputs.map((output, place) => {
    const label = output.name || `column${place + 1}`;
    return [label, toColumn(label, output, null)] as const;
  });
  return {
    schema,
    name,
    id: '',
    isView: false,
    columns: new Map(columns),
    computed: new Map(),
    relatives: new Map(),
    primaryKey: [],
    takes: { insert: false, update: false, delete: false },
    knownTo: [],
  };
}
