import { refuse } from '../rest-errors.ts';
import type { ForeignKey, Schema, Table } from './schema.ts';

type Pair = { here: string; there: string };

/** How the rows of one table find their rows in another. */
export type Link = {
  target: Table;
  isMany: boolean;
  /** Columns that must be equal, here in the parent and there in the target or the junction. */
  on: Pair[];
  /** The table between, in a many-to-many relationship; its pairs lead on to the target. */
  junction?: { table: Table; on: Pair[] };
};

type Candidate = Link & { names: string[]; hints: string[]; cardinality: string };

/** Finds the one foreign key that leads from `from` to what the request calls `name`. */
export function findLink(schema: Schema, from: Table, name: string, hint?: string): Link {
  const named = candidates(schema, from).filter(({ names }) => names.includes(name));
  const found = hint === undefined ? named : named.filter(({ hints }) => hints.includes(hint));
  const [link, ...others] = found;
  if (!link) {
    const using = hint === undefined ? '' : ` using the hint '${hint}'`;
    refuse('PGRST200', {
      message: `Could not find a relationship between '${from.name}' and '${name}' in the schema cache`,
      details: `Searched for a foreign key relationship between '${from.name}' and '${name}'${using} in the schema 'public', but no matches were found.`,
    });
  }
  if (others.length > 0) {
    refuse('PGRST201', {
      message: `Could not embed because more than one relationship was found for '${from.name}' and '${name}'`,
      details: found.map(({ cardinality, target, hints }) => ({
        cardinality,
        embedding: `${from.name} with ${target.name}`,
        relationship: hints[0],
      })),
      hint: `Try changing '${name}' to one of the following: ${found
        .map(({ target, hints }) => `'${target.name}!${hints[0]}'`)
        .join(', ')}. Find the desired relationship in the 'details' key.`,
    });
  }
  return link;
}

function candidates(schema: Schema, from: Table): Candidate[] {
  const found: Candidate[] = [];
  for (const key of schema.foreignKeys) {
    const isSelf = key.table === key.target;
    if (key.table === from.name) add(found, toOne(schema, key, isSelf));
    if (key.target === from.name) {
      add(found, toMany(schema, key));
      if (!isSelf) found.push(...throughJunction(schema, key));
    }
  }
  return found;
}

function add(found: Candidate[], candidate: Candidate | undefined): void {
  if (candidate) found.push(candidate);
}

function toOne(schema: Schema, key: ForeignKey, isSelf: boolean): Candidate | undefined {
  const target = schema.tables.get(key.target);
  if (!target) return undefined;
  // In a table that refers to itself the table's name means the many, the column's name the one.
  const names = [key.name, ...single(key.columns)];
  return {
    target,
    isMany: false,
    on: pairs(key.columns, key.references),
    names: isSelf ? names : [key.target, ...names],
    hints: [key.name, ...single(key.columns), ...single(key.references)],
    cardinality: 'many-to-one',
  };
}

function toMany(schema: Schema, key: ForeignKey): Candidate | undefined {
  const target = schema.tables.get(key.table);
  if (!target) return undefined;
  const isMany = !isUnique(target, key.columns);
  const isSelf = key.table === key.target;
  return {
    target,
    isMany,
    on: pairs(key.references, key.columns),
    names: isSelf ? [key.table] : [key.table, key.name],
    hints: [key.name, ...single(key.columns), ...single(key.references)],
    cardinality: isMany ? 'one-to-many' : 'one-to-one',
  };
}

/** A junction is a table whose primary key holds both foreign keys. */
function throughJunction(schema: Schema, first: ForeignKey): Candidate[] {
  const table = schema.tables.get(first.table);
  if (!table) return [];
  const found: Candidate[] = [];
  for (const second of schema.foreignKeys) {
    if (second === first || second.table !== first.table) continue;
    const target = schema.tables.get(second.target);
    const isKey = [...first.columns, ...second.columns].every((name) =>
      table.primaryKey.includes(name),
    );
    if (!target || !isKey) continue;
    found.push({
      target,
      isMany: true,
      on: pairs(first.references, first.columns),
      junction: { table, on: pairs(second.columns, second.references) },
      names: [target.name],
      hints: [table.name, first.name, second.name],
      cardinality: 'many-to-many',
    });
  }
  return found;
}

function pairs(here: string[], there: string[]): Pair[] {
  return here.map((name, place) => ({ here: name, there: there[place] ?? name }));
}

function single(names: string[]): string[] {
  return names.length === 1 ? names : [];
}

function isUnique(table: Table, columns: string[]): boolean {
  return table.uniques.some((unique) => unique.every((name) => columns.includes(name)));
}
