import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { introspect } from './introspect.ts';

export type Column = {
  name: string;
  /** As SQL spells the type, with its schema; `base` is the same without domains. */
  type: string;
  base: string;
  category: 'array' | 'json' | 'jsonb' | 'range' | 'text' | 'tsvector' | 'other';
  default: string | null;
};

export type Table = {
  name: string;
  columns: Map<string, Column>;
  primaryKey: string[];
  /** Sets of columns whose values are never repeated, the primary key among them. */
  uniques: string[][];
};

export type ForeignKey = {
  name: string;
  table: string;
  columns: string[];
  target: string;
  references: string[];
};

export type Argument = {
  name: string;
  type: string;
  base: string;
  isVariadic: boolean;
  isRequired: boolean;
};

export type Routine = {
  name: string;
  args: Argument[];
  returnsSet: boolean;
  returns:
    | { kind: 'void' }
    | { kind: 'scalar' }
    /** Rows of a table or view (whose foreign keys then hold for them), a type, or OUT columns. */
    | { kind: 'rows'; table: Table }
    | { kind: 'unknown' };
};

export type Schema = {
  tables: Map<string, Table>;
  routines: Map<string, Routine[]>;
  foreignKeys: ForeignKey[];
};

/** Reads the schema once, and again after the migrator says that it changed. */
export function watchSchema<T>(database: Database, prepare: (schema: Schema) => T) {
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
    return prepare(await introspect(database));
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
