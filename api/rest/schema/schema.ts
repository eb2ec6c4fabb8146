import type { Role } from '#database/database.ts';

export type Column = {
  name: string;
  /** As SQL spells the type, with its schema; `base` is the same without domains. */
  type: string;
  base: string;
  category: 'array' | 'json' | 'jsonb' | 'range' | 'text' | 'tsvector' | 'other';
  default: string | null;
};

export type Table = {
  schema: string;
  name: string;
  /** As SQL spells it, with its schema; no other table has the same. */
  id: string;
  isView: boolean;
  columns: Map<string, Column>;
  /** Functions of one row that are asked for like columns, by their names. */
  computed: Map<string, Column & { routine: string }>;
  /** Functions of one row whose rows are embedded like those of a table. */
  relatives: Map<string, Relative>;
  /** Of a view, the columns that show the keys of its tables. */
  primaryKey: string[];
  takes: { insert: boolean; update: boolean; delete: boolean };
  /** Who has a grant on it, and so may be told that it is there. */
  knownTo: Role[];
};

type Relative = { routine: string; target: Table; isMany: boolean };

/** A foreign key between two tables, or between what views show of them. */
export type ForeignKey = {
  name: string;
  table: string;
  columns: string[];
  target: string;
  references: string[];
  /** Whether no two rows have the same columns. */
  isUnique: boolean;
};

export type Argument = {
  name: string;
  type: string;
  base: string;
  isVariadic: boolean;
  isRequired: boolean;
};

export type Routine = {
  schema: string;
  name: string;
  id: string;
  args: Argument[];
  isVolatile: boolean;
  returnsSet: boolean;
  knownTo: Role[];
  returns:
    | { kind: 'void' }
    | { kind: 'scalar' }
    /** Rows of a table or view (whose foreign keys then hold for them), a type, or OUT columns. */
    | { kind: 'rows'; table: Table }
    | { kind: 'unknown' };
};

/** Tables and functions by their `id`; the functions of one name are several. */
export type Schema = {
  tables: Map<string, Table>;
  routines: Map<string, Routine[]>;
  foreignKeys: ForeignKey[];
};
