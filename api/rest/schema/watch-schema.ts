import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { introspect } from './introspect.ts';
import type { Schema } from './schema.ts';

/** Reads the schema once, and again after the migrator says that it changed. */
export function watchSchema<T>(
  database: Database,
  schemas: readonly string[],
  prepare: (schema: Schema) => T,
) {
  let known: Promise<T> | undefined;
  let isListening = false;

  async function load(): Promise<T> {
    // Listening starts before reading, so that no change falls between the two.
    if (!isListening) {
      await database.listen('schema_changed', () => {
        known = undefined;
      });
      isListening = true;
    }
    return prepare(await introspect(database, schemas));
  }

  function current(): Promise<T> {
    if (known) return known;
    const loading = onBehalfOf(undefined, load);
    known = loading;
    loading.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading;
  }

  return { current };
}
