import type { Role } from '#database/database.ts';
import { refuse } from '../rest-errors.ts';
import { tableId } from '../sql/sql.ts';
import { findSimilar } from './find-similar.ts';
import type { Schema, Table } from './schema.ts';

export function findTable(schema: Schema, role: Role, place: string, name: string): Table {
  const table = schema.tables.get(tableId(place, name));
  if (table) return table;
  // Suggests only tables on which the caller has a grant, because even a name can reveal something.
  const known = [...schema.tables.values()].filter(
    (candidate) => candidate.schema === place && candidate.knownTo.includes(role),
  );
  const similar = findSimilar(
    known.map((candidate) => candidate.name),
    name,
    0.75,
  );
  refuse('PGRST205', {
    message: `Could not find the table '${place}.${name}' in the schema cache`,
    hint: similar === undefined ? null : `Perhaps you meant the table '${place}.${similar}'`,
  });
}
