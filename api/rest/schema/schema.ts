import type { Role } from '#database/database.ts';

export type Column = {
  name: string;
  /** The type as SQL writes it, with its schema; `base` is the same without domains. */
  type: string;
  base: string;
  category: 'array' | 'json' | 'jsonb' | 'range' | 'row' | 'text' | 'tsvector' | 'other';
  default: string | null;
  /** How values of a domain are written and read, if functions define that. */
  represented?: Represented;
};

/** Functions that convert between a domain and its representation for clients. */
export type Represented = { toJson?: string; fromJson?: string; fromText?: string };

export type Table = {
  schema: string;
  name: string;
  /** The table as SQL writes it, with its schema; unique. */
  id: string;
  isView: boolean;
  columns: Map<string, Column>;
  /** Computed columns: functions of one row that are selected like columns, by name. */
  computed: Map<string, Column & { routine: string }>;
  /** Computed relationships: functions of one row whose results are embedded like those of a table. */
  relatives: Map<string, Relative>;
  /** For a view, the columns that show the keys of its tables. */
  primaryKey: string[];
  takes: { insert: boolean; update: boolean; delete: boolean };
  /** The roles with a grant on it, who may therefore be told that it exists. */
  knownTo: Role[];
};

type Relative = { routine: string; target: Table; isMany: boolean };

/** A foreign key between two tables, or between views of them. */
export type ForeignKey = {
  name: string;
  table: string;
  columns: string[];
  target: string;
  references: string[];
  /** Whether these columns are unique. */
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
    /** Rows of a table or view (whose foreign keys then apply to them), a composite type, or OUT columns. */
    | { kind: 'rows'; table: Table };
};

/** Tables and functions by `id`; a name can have several functions. */
export type Schema = {
  tables: Map<string, Table>;
  routines: Map<string, Routine[]>;
  foreignKeys: ForeignKey[];
  /** Enums and domains that values can be cast to, by `id`, and as SQL writes them. */
  types: Map<string, string>;
  /** Whether anything in the database may set the response's status or headers. */
  speaks: boolean;
};
