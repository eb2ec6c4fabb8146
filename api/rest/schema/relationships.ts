import type { Role } from '#database/database.ts';
import { refuse } from '../rest-errors.ts';
import { findSimilar } from './find-similar.ts';
import type { ForeignKey, Schema, Table } from './schema.ts';

type Pair = { here: string; there: string };

/** How rows of one table find their rows in another. */
export type Link = {
  target: Table;
  isMany: boolean;
  /** Columns that must be equal: the parent's, and those of the target or the junction. */
  on: Pair[];
  /** The junction table of a many-to-many relationship; its pairs lead to the target. */
  junction?: { table: Table; on: Pair[] };
  /** The function that finds the rows, instead of columns. */
  routine?: string;
};

const cardinalities = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many'] as const;

type Candidate = Link & {
  names: string[];
  /** The first one is what an error suggests. */
  hints: string[];
  cardinality: (typeof cardinalities)[number];
  relationship: string;
};

/** Finds the one relationship from `from` to what the request calls `name`. */
export function findLink(
  schema: Schema,
  role: Role,
  from: Table,
  name: string,
  hint?: string,
): Link {
  const relative = from.relatives.get(name);
  if (relative) return { ...relative, on: [] };
  const all = candidates(schema, from);
  const named = all.filter(({ names }) => names.includes(name));
  const found = hint === undefined ? named : named.filter(({ hints }) => hints.includes(hint));
  const [link, ...others] = found;
  if (!link) {
    const using = hint === undefined ? '' : ` using the hint '${hint}'`;
    refuse('PGRST200', {
      message: `Could not find a relationship between '${from.name}' and '${name}' in the schema cache`,
      details: `Searched for a foreign key relationship between '${from.name}' and '${name}'${using} in the schema '${from.schema}', but no matches were found.`,
      hint: proposal(all, role, name),
    });
  }
  if (others.length > 0) refuseToChoose(from, name, found);
  return link;
}

/** Suggests only tables on which the caller has a grant, because even a name can reveal something. */
function proposal(all: Candidate[], role: Role, name: string): string | null {
  const targets = all.map(({ target }) => target).filter(({ knownTo }) => knownTo.includes(role));
  if (targets.some((target) => target.name === name)) return null;
  const similar = findSimilar(
    targets.map((target) => target.name),
    name,
  );
  return similar === undefined ? null : `Perhaps you meant '${similar}' instead of '${name}'.`;
}

function refuseToChoose(from: Table, name: string, found: Candidate[]): never {
  const ranked = found.toSorted(
    (a, b) =>
      compare(a.target.name, b.target.name) ||
      cardinalities.indexOf(a.cardinality) - cardinalities.indexOf(b.cardinality) ||
      compare(a.relationship, b.relationship),
  );
  refuse('PGRST201', {
    message: `Could not embed because more than one relationship was found for '${from.name}' and '${name}'`,
    details: ranked.map(({ cardinality, target, relationship }) => ({
      cardinality,
      embedding: `${from.name} with ${target.name}`,
      relationship,
    })),
    hint: `Try changing '${name}' to one of the following: ${ranked
      .map(({ target, hints }) => `'${target.name}!${hints[0]}'`)
      .join(', ')}. Find the desired relationship in the 'details' key.`,
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function candidates(schema: Schema, from: Table): Candidate[] {
  const found: Candidate[] = [];
  for (const key of schema.foreignKeys) {
    const isSelf = key.table === key.target;
    if (key.table === from.id) add(found, toOne(schema, key, from, isSelf));
    if (key.target === from.id) {
      add(found, toMany(schema, key, from, isSelf));
      if (!isSelf) found.push(...throughJunction(schema, key));
    }
  }
  return found;
}

function add(found: Candidate[], candidate: Candidate | undefined): void {
  if (candidate) found.push(candidate);
}

function toOne(
  schema: Schema,
  key: ForeignKey,
  from: Table,
  isSelf: boolean,
): Candidate | undefined {
  const target = schema.tables.get(key.target);
  if (!target) return undefined;
  // In a table that refers to itself, the table's name means the many, and the column's name the one.
  const names = target.isView ? [] : [key.name, ...single(key.columns)];
  return {
    target,
    isMany: false,
    on: pairs(key.columns, key.references),
    names: isSelf ? names : [target.name, ...names],
    hints: [key.name, ...single(key.columns), ...single(key.references)],
    cardinality: key.isUnique ? 'one-to-one' : 'many-to-one',
    relationship: keyText(key, from, key.columns, target, key.references),
  };
}

function toMany(
  schema: Schema,
  key: ForeignKey,
  from: Table,
  isSelf: boolean,
): Candidate | undefined {
  const target = schema.tables.get(key.table);
  if (!target) return undefined;
  const one = key.isUnique ? single(key.references) : [];
  const names = isSelf || target.isView ? [] : [key.name, ...one];
  return {
    target,
    isMany: !key.isUnique,
    on: pairs(key.references, key.columns),
    names: [target.name, ...names],
    hints: [key.name, ...single(key.columns), ...single(key.references)],
    cardinality: key.isUnique ? 'one-to-one' : 'one-to-many',
    relationship: keyText(key, from, key.references, target, key.columns),
  };
}

function keyText(key: ForeignKey, from: Table, here: string[], to: Table, there: string[]) {
  return `${key.name} using ${from.name}(${here.join(', ')}) and ${to.name}(${there.join(', ')})`;
}

/** A junction is a table whose primary key contains both foreign keys. */
function throughJunction(schema: Schema, first: ForeignKey): Candidate[] {
  const table = schema.tables.get(first.table);
  if (!table) return [];
  const found: Candidate[] = [];
  for (const second of schema.foreignKeys) {
    if (second.name === first.name || second.table !== first.table) continue;
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
      relationship: `${table.name} using ${first.name}(${first.columns.join(', ')}) and ${second.name}(${second.columns.join(', ')})`,
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
