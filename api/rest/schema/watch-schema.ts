import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { introspect } from './introspect.ts';
import type { Schema } from './schema.ts';

/**
 * Reads the schema once, and again when the migrator announces a change. After a lost connection a change may have
 * been missed, but most likely was not, so the known schema is used until it has been read again.
 */
export function watchSchema<T>(
  database: Database,
  schemas: readonly string[],
  prepare: (schema: Schema) => T,
) {
  let known: Promise<T> | undefined;
  let isListening = false;
  let isLost = false;
  let isDoubtful = false;

  async function load(): Promise<T> {
    // Starts listening before reading, so that no change is missed in between.
    if (!isListening) {
      await database.listen(
        // The second name is PostgREST's, and migrations written for Supabase use it.
        ['schema_changed', 'pgrst'],
        (word) => {
          if (word === 'reload config') return;
          if (isLost) isDoubtful = true;
          else known = undefined;
          isLost = false;
        },
        () => {
          isLost = true;
        },
      );
      isListening = true;
    }
    return prepare(await introspect(database, schemas));
  }

  function current(): Promise<T> {
    if (known && isDoubtful) readAgain(known);
    if (known) return known;
    isDoubtful = false;
    const loading = onBehalfOf(undefined, load);
    known = loading;
    loading.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading;
  }

  function readAgain(before: Promise<T>) {
    isDoubtful = false;
    const loading = onBehalfOf(undefined, load);
    loading.then(
      () => {
        // Unless a change was announced in the meantime.
        if (known === before) known = loading;
      },
      () => {
        isDoubtful = true;
      },
    );
  }

  return { current };
}
