import type { Role } from '#database/database.ts';
import type { Schema, Table } from '../schema/schema.ts';
import type { ColumnRemarks, Remarks } from './read-remarks.ts';
import { defaultOf, typeOf } from './swagger-types.ts';

/** A table with what one role may know about it. */
export type Described = {
  table: Table;
  comment: string | null;
  columns: { name: string; default: string | null; remarks: ColumnRemarks }[];
};

export function describedTables(
  schema: Schema,
  { tables }: Remarks,
  role: Role,
  place: string,
): Described[] {
  const known = [...schema.tables.values()].filter(
    (table) => table.schema === place && table.knownTo.includes(role),
  );
  return known.map((table) => {
    const { comment = null, columns } = tables.get(table.id) ?? {};
    return {
      table,
      comment,
      columns: [...table.columns.values()].flatMap(({ name, default: value }) => {
        const remarks = columns?.get(name);
        return remarks?.knownTo.includes(role) ? [{ name, default: value, remarks }] : [];
      }),
    };
  });
}

export function tableDefinition(
  schema: Schema,
  role: Role,
  { table, comment, columns }: Described,
) {
  const required = columns.filter(({ remarks }) => remarks.isRequired).map(({ name }) => name);
  const properties = columns.map(({ name, default: value, remarks }) => {
    const { format, maxLength, choices } = remarks;
    return [
      name,
      {
        default: defaultOf(format, value),
        description: descriptionOf(schema, role, table, name, remarks.comment),
        enum: choices.length > 0 ? choices : undefined,
        maxLength: maxLength ?? undefined,
        ...typeOf(format),
      },
    ];
  });
  return {
    description: comment ?? undefined,
    required: required.length > 0 ? required : undefined,
    properties: Object.fromEntries(properties),
    type: 'object',
  };
}

function descriptionOf(
  schema: Schema,
  role: Role,
  table: Table,
  column: string,
  comment: string | null,
): string | undefined {
  const notes = [
    table.primaryKey.includes(column) ? 'This is a Primary Key.<pk/>' : undefined,
    keyNote(schema, role, table, column),
  ].filter((note) => note !== undefined);
  if (notes.length === 0) return comment ?? undefined;
  return `${comment === null ? '' : `${comment}\n\n`}${['Note:', ...notes].join('\n')}`;
}

/** Prefers a table over a view of it, and skips those that the role may not know about. */
function keyNote(schema: Schema, role: Role, table: Table, column: string): string | undefined {
  const found = schema.foreignKeys
    .filter(({ table: id, columns }) => id === table.id && columns.length === 1)
    .filter(({ columns }) => columns[0] === column)
    .flatMap(({ target, references }) => {
      const to = schema.tables.get(target);
      return to?.knownTo.includes(role) ? [{ to, reference: references[0] }] : [];
    })
    .toSorted((a, b) => Number(a.to.isView) - Number(b.to.isView))[0];
  if (!found) return undefined;
  const { to, reference } = found;
  return `This is a Foreign Key to \`${to.name}.${reference}\`.<fk table='${to.name}' column='${reference}'/>`;
}

export function tablePath({ table, comment, columns }: Described) {
  const { name, takes } = table;
  const about = { ...summaryOf(comment), tags: [name] };
  const filters = columns.map((column) => `rowFilter.${name}.${column.name}`);
  const page = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'];
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } };
  const get = {
    ...about,
    parameters: [...filters, ...page].map(parameter),
    responses: {
      200: { description: 'OK', schema: rows },
      206: { description: 'Partial Content' },
    },
  };
  if (!takes.insert && !takes.update && !takes.delete) return { get };
  return {
    get,
    post: {
      ...about,
      parameters: [`body.${name}`, 'select', 'preferPost'].map(parameter),
      responses: { 201: { description: 'Created' } },
    },
    delete: {
      ...about,
      parameters: [...filters, 'preferReturn'].map(parameter),
      responses: { 204: { description: 'No Content' } },
    },
    patch: {
      ...about,
      parameters: [...filters, `body.${name}`, 'preferReturn'].map(parameter),
      responses: { 204: { description: 'No Content' } },
    },
  };
}

function parameter(name: string) {
  return { $ref: `#/parameters/${name}` };
}

/** The first line of a comment, and the rest. */
export function summaryOf(comment: string | null) {
  if (comment === null) return {};
  const [summary = '', ...lines] = comment.split('\n');
  const description = lines.join('\n').replace(/^\n+/, '');
  return { summary, description: description || undefined };
}

export function tableParameters({ table: { name }, columns }: Described): [string, object][] {
  return [
    [
      `body.${name}`,
      {
        name,
        description: name,
        required: false,
        in: 'body',
        schema: { $ref: `#/definitions/${name}` },
      },
    ],
    ...columns.map((column): [string, object] => [
      `rowFilter.${name}.${column.name}`,
      {
        name: column.name,
        description: column.remarks.comment ?? undefined,
        required: false,
        in: 'query',
        type: 'string',
      },
    ]),
  ];
}
