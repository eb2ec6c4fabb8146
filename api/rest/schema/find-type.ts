import { refuse } from '../rest-errors.ts';
import { tableId } from '../sql/sql.ts';
import type { Schema } from './schema.ts';

const plainTypes: Record<string, string> = {
  ...same('text varchar bool int2 int4 int8 numeric float4 float8 date time timetz timestamp'),
  ...same('timestamptz interval uuid json jsonb'),
  boolean: 'bool',
  smallint: 'int2',
  int: 'int4',
  integer: 'int4',
  bigint: 'int8',
  decimal: 'numeric',
  real: 'float4',
  'double precision': 'float8',
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
};

function same(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, name]));
}

/** Arrays of them, for which PostgreSQL has one-word names. */
const listTypes = Object.fromEntries(
  Object.values(plainTypes).map((name) => [`_${name}`, `_${name}`]),
);
const builtIn: Record<string, string> = { ...plainTypes, ...listTypes };

/** SQL for a type that a value may be cast to: a basic one, or an enum or domain of the schema. */
export function findType({ types }: Schema, place: string, name: string): string {
  const lower = name.toLowerCase();
  if (Object.hasOwn(builtIn, lower)) return `pg_catalog.${builtIn[lower]}`;
  const own = types.get(tableId(place, name)) ?? types.get(tableId(place, lower));
  if (own !== undefined) return own;
  refuse('PGRST100', {
    message: `"failed to parse select parameter": '${name}' is not a type to cast to`,
    details: `Possible types: ${Object.keys(builtIn).join(', ')}, and enums and domains of the schema`,
  });
}
