import type { Field } from '../parse/cursor.ts';
import type { OrderTerm } from '../parse/parse-order.ts';
import { refuseColumn } from '../rest-errors.ts';
import type { Column, Table } from '../schema/schema.ts';
import { type Parameters, quoteName } from './sql.ts';

/** One table in a statement that is being built. */
export type Scope = {
  table: Table;
  /** Its name in error messages. */
  label: string;
  alias: string;
  parameters: Parameters;
  /** Columns that the statement mentions, so that a write returns only these. */
  uses: Set<string>;
  /** Embedded resources by name, for `resource=is.null`. */
  embeds: Map<string, EmbedState>;
  /** What the rows are: a table's own, a function's result, or what a change left of them. */
  rows: 'table' | 'called' | 'changed';
};

/** Whether an embedded resource has no rows, and whether a part of the statement depends on that. */
export type EmbedState = { isMissing: string; isNeeded: boolean };

export type FieldSql = { sql: string } & Pick<Column, 'base' | 'category' | 'represented'>;

/** A row as the argument of a function that takes it. */
export function rowSql({ table, alias, rows }: Scope): string {
  return rows === 'table' ? alias : `(${alias})::${table.id}`;
}

export function columnSql(scope: Scope, name: string): string {
  const computed = scope.table.columns.has(name) ? undefined : scope.table.computed.get(name);
  // For changed rows, the change itself returns the computed values.
  if (computed && scope.rows !== 'changed') return `${computed.routine}(${rowSql(scope)})`;
  if (computed) {
    scope.uses.add(name);
    return `${scope.alias}.${quoteName(name)}`;
  }
  if (!scope.table.columns.has(name)) refuseColumn(scope.label, name);
  scope.uses.add(name);
  return `${scope.alias}.${quoteName(name)}`;
}

function knownColumn({ table, label }: Scope, name: string): Column {
  return table.columns.get(name) ?? table.computed.get(name) ?? refuseColumn(label, name);
}

/** A column, or a path inside it; the keys of the path are bound like any other value. */
export function fieldSql(scope: Scope, { name, path }: Field): FieldSql {
  const own = columnSql(scope, name);
  const column = knownColumn(scope, name);
  if (path.length === 0) {
    const { base, category, represented } = column;
    return { sql: own, base, category, represented };
  }
  // The text of a json value is what was stored, including its spaces; jsonb can be compared.
  const isText = path.at(-1)?.arrow === '->>';
  const isStored = column.category === 'jsonb' || (column.category === 'json' && isText);
  const start = isStored ? own : `to_jsonb(${own})`;
  const steps = path.map(({ arrow, key, isIndex }) => {
    const bound = scope.parameters.bind(() => key);
    return `${arrow}${bound}::${isIndex ? 'integer' : 'text'}`;
  });
  return isText
    ? { sql: `(${start}${steps.join('')})`, base: 'text', category: 'text' }
    : { sql: `(${start}${steps.join('')})`, base: 'jsonb', category: 'jsonb' };
}

/** A value as clients see it; nested values are shown as stored. */
export function shownSql(scope: Scope, field: Field): { sql: string; kind: 'plain' | 'json' } {
  const { sql, represented } = fieldSql(scope, field);
  if (!represented?.toJson) return { sql, kind: 'plain' };
  return { sql: `${represented.toJson}(${sql})`, kind: 'json' };
}

/** The type comes from the schema, so it is safe to use. */
export function castSql(sql: string, type: string | undefined): string {
  return type === undefined ? sql : `(${sql})::${type}`;
}

export function orderSql(term: OrderTerm, sql: string): string {
  const direction = term.direction && ` ${term.direction}`;
  const nulls = { '': '', nullsfirst: ' nulls first', nullslast: ' nulls last' }[term.nulls];
  return `${sql}${direction}${nulls}`;
}
