import type { Role } from '#database/database.ts';

export type Column = {
  name: string;
  /** As SQL spells the type, with its schema; `base` is the same without domains. */
  type: string;
  base: string;
  category: 'array' | 'json' | 'jsonb' | 'range' | 'row' | 'text' | 'tsvector' | 'other';
  default: string | null;
  /** How values of a domain are shown and taken, where functions say that. */
  represented?: Represented;
};

/** Functions between a domain and what a client reads and writes in its place. */
export type Represented = { toJson?: string; fromJson?: string; fromText?: string };

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
  oid: number;
  schema: string;
  name: string;
  id: string;
  args: Argument[];
  isVolatile: boolean;
  returnsSet: boolean;
  knownTo: Role[];
  returns:
    | { kind: 'void' }
    | { kind: 'scalar'; isRecord: boolean }
    /** Rows of a table or view (whose foreign keys then hold for them), a type, or OUT columns. */
    | { kind: 'rows'; table: Table };
};

/** Tables and functions by their `id`; the functions of one name are several. */
export type Schema = {
  tables: Map<string, Table>;
  routines: Map<string, Routine[]>;
  foreignKeys: ForeignKey[];
  /** Enums and domains to cast to, by their `id` and as SQL spells them. */
  types: Map<string, string>;
  /** Whether anything in the database may say something of an answer. */
  speaks: boolean;
};
