import type { Database, Session } from '../database.ts';
import * as queries from './schema-queries.ts';

/**
 * The whole database as readable SQL: the sum of all migrations. Only our own schemas, sorted by
 * name within each kind, so that a diff between two versions shows what changed and nothing else.
 */
export async function describeSchema(database: Database): Promise<string> {
  return database.asService.transaction(async (session) => {
    // With an empty search path, every name is written in full.
    await session.query({ text: "set local search_path = ''" });
    const ask = <Row>(text: string) => rowsOf<Row>(session, text);
    const schemas = await ask<Schema>(queries.schemas);
    const extensions = await ask<Stated>(queries.extensions);
    const defaults = await ask<Stated>(queries.defaultPrivileges);
    const types = await ask<Stated>(queries.types);
    const tables = await ask<Table>(queries.tables);
    const parts = await ask<Part>(queries.tableParts);
    const columnGrants = await ask<ColumnGrant>(queries.columnGrants);
    const sequences = await ask<Table>(queries.sequences);
    const views = await ask<View>(queries.views);
    const functions = await ask<DescribedFunction>(queries.functions);
    const within = <Row extends { schema: string }>(rows: Row[], schema: Schema) =>
      rows.filter((row) => row.schema === schema.name);
    return [
      header,
      ...schemas.flatMap((schema) => [
        `-- ${schema.name} ${'-'.repeat(96 - schema.name.length)}`,
        [
          `create schema ${schema.name};`,
          ...within(extensions, schema).map((each) => each.text),
          ...grantLines(schema.grants, `schema ${schema.name}`),
          ...within(defaults, schema).map((each) => each.text),
          ...within(types, schema).map((each) => wrap(each.text)),
        ].join('\n'),
        ...within(tables, schema).map((table) =>
          describeTable(
            table,
            parts.filter((part) => part.table === table.name),
            columnGrants.filter((grant) => grant.table === table.name),
          ),
        ),
        within(sequences, schema)
          .flatMap(({ name, grants }) => grantLines(grants, `sequence ${name}`))
          .join('\n'),
        ...within(views, schema).map(describeView),
        ...within(functions, schema).map(describeFunction),
      ]),
    ]
      .filter((block) => block)
      .join('\n\n')
      .concat('\n');
  });
}

const header = `-- Written by \`npm run db:types\` from the database. Do not edit: a change is a new migration.
-- What the migrations add up to, to be read. Schemas, and within them types, tables, views and functions,
-- are in the order of their names; what the database makes by itself for a key or a queue is left out.`;

type Grant = { roles: string; privileges: string };
type Schema = { name: string; grants: Grant[] };
type Stated = { schema: string; text: string };
type Table = { schema: string; name: string; kind: string; grants: Grant[] };
/** A line of the table itself, or a statement about it. */
type Part = { table: string; kind: 'line' | 'statement'; text: string };
type ColumnGrant = { table: string; roles: string; privilege: string; columns: string[] };
type View = Table & { options: string | null; body: string };
type DescribedFunction = { schema: string; name: string; text: string; grants: Grant[] };

function describeTable(table: Table, parts: Part[], columnGrants: ColumnGrant[]): string {
  const of = (kind: Part['kind']) =>
    parts.filter((part) => part.kind === kind).map((part) => part.text);
  return [
    `create ${table.kind} ${table.name} (\n  ${of('line').join(',\n  ')}\n);`,
    ...of('statement'),
    ...grantLines(table.grants, table.name),
    ...columnGrantLines(columnGrants),
  ].join('\n');
}

function describeView(view: View): string {
  const options = view.options ? ` with (${view.options})` : '';
  return [
    `create view ${view.name}${options} as\n${view.body}`,
    ...grantLines(view.grants, view.name),
  ].join('\n');
}

function describeFunction({ name, text, grants }: DescribedFunction): string {
  return [`${text.trimEnd()};`, ...grantLines(grants, `function ${name}`)].join('\n');
}

function grantLines(grants: Grant[], on: string): string[] {
  return grants.map(({ privileges, roles }) => wrap(`grant ${privileges} on ${on} to ${roles};`));
}

/** Roles with the same privileges on columns share one statement. */
function columnGrantLines(grants: ColumnGrant[]): string[] {
  const byRoles = Map.groupBy(grants, (grant) => grant.roles);
  return [...byRoles].map(([roles, some]) => {
    const privileges = some.map((grant) => `${grant.privilege} (${grant.columns.join(', ')})`);
    return wrap(`grant ${privileges.join(', ')} on ${some[0]?.table} to ${roles};`);
  });
}

function wrap(statement: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of statement.split(' ')) {
    if (line && line.length + 1 + word.length > 100) {
      lines.push(line);
      line = `  ${word}`;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].join('\n');
}

async function rowsOf<Row>(session: Session, text: string): Promise<Row[]> {
  const { rows } = await session.query<Row>({ text });
  return rows;
}
