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
