import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { introspect } from './introspect.ts';
import type { Schema } from './schema.ts';

/**
 * Reads the schema once, and again after the migrator says that it changed. Whether it did while the line was lost is
 * unknown, and mostly it did not: what is known answers until it is read again, as it did while the line was lost.
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
    // Listening starts before reading, so that no change falls between the two.
    if (!isListening) {
      await database.listen(
        // By the second name PostgREST is told, and migrations that were written for Supabase tell it.
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
        // Unless a change was heard meanwhile.
        if (known === before) known = loading;
      },
      () => {
        isDoubtful = true;
      },
    );
  }

  return { current };
}
