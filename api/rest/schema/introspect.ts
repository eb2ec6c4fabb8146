import type { Database } from '#database/database.ts';
import { readKeys } from './read-keys.ts';
import { readRelations } from './read-relations.ts';
import { readRoutines } from './read-routines.ts';
import { readRepresentations, readSpeaks, readTypes } from './read-types.ts';
import type { Schema } from './schema.ts';

/** Tables, views, keys and functions of the exposed schemas, from PostgreSQL's catalog. */
export function introspect(database: Database, schemas: readonly string[]): Promise<Schema> {
  return database.asService.transaction(async (session) => {
    // Without a search path, every type is written with its schema and means the same for everyone.
    await session.query({ text: `select set_config('search_path', '', true)` });
    const relations = await readRelations(session, schemas);
    const represented = await readRepresentations(session);
    for (const { columns } of represented.size > 0 ? relations : []) {
      for (const column of columns.values()) column.represented = represented.get(column.type);
    }
    const exposed = relations.filter(({ isExposed }) => isExposed);
    const foreignKeys = await readKeys(session, exposed);
    const routines = await readRoutines(session, schemas, relations);
    return {
      tables: new Map(exposed.map((table) => [table.id, table])),
      routines,
      foreignKeys,
      types: await readTypes(session, schemas),
      speaks: await readSpeaks(session),
    };
  });
}
