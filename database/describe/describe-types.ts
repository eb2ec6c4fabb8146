import type { Database } from '../database.ts';

type Column = {
  table: string;
  column: string;
  type: string;
  isArray: boolean;
  isRequired: boolean;
  isNullable: boolean;
  isGenerated: boolean;
};
type ForeignKey = {
  table: string;
  name: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  isOneToOne: boolean;
};

const types: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
};

/** The public schema as the type that supabase-js takes, generated from the database. */
export async function describeTypes(database: Database): Promise<string> {
  const columns = await rowsOf<Column>(database, columnsQuery);
  const foreignKeys = await rowsOf<ForeignKey>(database, foreignKeysQuery);
  const functions = await rowsOf<DescribedFunction>(database, functionsQuery);
  const tables = [...new Set(columns.map((column) => column.table))];
  return `// Written by \`npm run db:types\` from the database. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: ${block(
      tables.map((table) =>
        describeTable(
          table,
          columns.filter((column) => column.table === table),
          foreignKeys.filter((key) => key.table === table),
        ),
      ),
    )};
    Views: Record<never, never>;
    Functions: ${block(functions.map(describeFunction))};
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
`;
}

function describeTable(table: string, columns: Column[], foreignKeys: ForeignKey[]): string {
  const row = columns.map((each) => `${each.column}: ${typeOf(each)};`);
  const writable = columns.filter((each) => !each.isGenerated);
  const insert = writable.map(
    (each) => `${each.column}${each.isRequired ? '' : '?'}: ${typeOf(each)};`,
  );
  const update = writable.map((each) => `${each.column}?: ${typeOf(each)};`);
  return `${table}: {
    Row: { ${row.join(' ')} };
    Insert: { ${insert.join(' ')} };
    Update: { ${update.join(' ')} };
    Relationships: [${foreignKeys.map(describeForeignKey).join(', ')}];
  };`;
}

function describeForeignKey(key: ForeignKey): string {
  return `{
    foreignKeyName: '${key.name}';
    columns: ${JSON.stringify(key.columns)};
    isOneToOne: ${key.isOneToOne};
    referencedRelation: '${key.target}';
    referencedColumns: ${JSON.stringify(key.targetColumns)};
  }`;
}

type DescribedFunction = {
  name: string;
  args: { name: string; type: string; hasDefault: boolean }[];
  /** The columns of a function that returns a table. */
  columns: { name: string; type: string }[];
  result: string;
  returnsSet: boolean;
};

function describeFunction(described: DescribedFunction): string {
  const { name, args, columns, result, returnsSet } = described;
  const parameters = args.map((arg) => {
    return `${arg.name}${arg.hasDefault ? '?' : ''}: ${scalar(arg.type)};`;
  });
  const type = args.length > 0 ? `{ ${parameters.join(' ')} }` : 'Record<never, never>';
  // The catalogue does not say which of them can be null, so all of them can.
  const row = columns.map((column) => `${column.name}: ${scalar(column.type)} | null;`);
  const answer = row.length > 0 ? `{ ${row.join(' ')} }` : scalar(result);
  return `${name}: { Args: ${type}; Returns: ${answer}${returnsSet ? '[]' : ''} };`;
}

function typeOf({ type, isArray, isNullable }: Column): string {
  return `${scalar(type)}${isArray ? '[]' : ''}${isNullable ? ' | null' : ''}`;
}

function scalar(type: string): string {
  if (type.startsWith('_')) return `${scalar(type.slice(1))}[]`;
  if (type.startsWith('row:')) return `Database['public']['Tables']['${type.slice(4)}']['Row']`;
  return types[type] ?? (type === 'void' ? 'undefined' : 'string');
}

function block(members: string[]): string {
  return members.length > 0 ? `{ ${members.join('\n')} }` : 'Record<never, never>';
}

async function rowsOf<Row>(database: Database, text: string): Promise<Row[]> {
  const { rows } = await database.asService.query<Row>({ text });
  return rows;
}

const columnsQuery = `
  select c.relname as table, a.attname as column,
    coalesce(element.typname, t.typname) as type, element.oid is not null as "isArray",
    a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired",
    not a.attnotnull as "isNullable", a.attgenerated <> '' or a.attidentity = 'a' as "isGenerated"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  order by c.relname, a.attnum`;

const foreignKeysQuery = `
  select source.relname as table, f.conname as name, target.relname as target,
    array(select attname::text from unnest(f.conkey) with ordinality as k (number, place)
      join pg_attribute on attrelid = f.conrelid and attnum = k.number order by place) as columns,
    array(select attname::text from unnest(f.confkey) with ordinality as k (number, place)
      join pg_attribute on attrelid = f.confrelid and attnum = k.number order by place)
      as "targetColumns",
    exists (select from pg_constraint u where u.conrelid = f.conrelid and u.contype in ('p', 'u')
      and u.conkey @> f.conkey and u.conkey <@ f.conkey) as "isOneToOne"
  from pg_constraint f
  join pg_class source on source.oid = f.conrelid
  join pg_class target on target.oid = f.confrelid
  where f.contype = 'f' and source.relnamespace = 'public'::regnamespace
    and target.relnamespace = 'public'::regnamespace
  order by source.relname, f.conname`;

const functionsQuery = `
  select p.proname as name, p.proretset as "returnsSet",
    case when r.typtype = 'c' then 'row:' || r.typname else r.typname end as result,
    coalesce((select json_agg(json_build_object('name', p.proargnames[place], 'type', t.typname,
        'hasDefault', place > p.pronargs - p.pronargdefaults) order by place)
      from unnest(p.proargtypes) with ordinality as arg (type, place)
      join pg_type t on t.oid = arg.type), '[]') as args,
    coalesce((select json_agg(json_build_object('name', p.proargnames[place], 'type', t.typname)
        order by place)
      from unnest(p.proallargtypes) with ordinality as arg (type, place)
      join pg_type t on t.oid = arg.type
      where p.proargmodes[place] = 't'), '[]') as columns
  from pg_proc p join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and r.typname <> 'trigger'
  order by p.proname`;
