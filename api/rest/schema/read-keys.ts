import type { Session } from '#database/database.ts';
import type { Relation } from './read-relations.ts';
import type { ForeignKey } from './schema.ts';
import { readOrigins } from './view-origins.ts';

type KeyRow = {
  name: string;
  kind: 'p' | 'u' | 'f';
  table: number;
  columns: number[];
  target: number;
  references: number[];
};

/** What a relation shows of a table: its names for the table's columns. */
type Shown = { relation: Relation; names: Map<number, string[]> };

/** Sets the primary keys of relations, and returns the foreign keys between them. */
export async function readKeys(session: Session, relations: Relation[]): Promise<ForeignKey[]> {
  const { rows } = await session.query<KeyRow>({
    text: `
      select conname as name, contype as kind, conrelid::int8::float8 as "table",
        conkey::int[] as columns, confrelid::int8::float8 as target, confkey::int[] as "references"
      from pg_constraint
      where contype in ('p', 'u', 'f') and conparentid = 0 and conrelid <> 0
      order by conname, oid`,
  });
  const shown = await readShown(session, relations);
  for (const { kind, table, columns } of rows) {
    if (kind !== 'p') continue;
    for (const { relation, names } of shown.get(table) ?? []) {
      const key = columns.map((column) => names.get(column)?.[0]);
      if (!isWhole(key)) continue;
      relation.primaryKey.push(...key.filter((name) => !relation.primaryKey.includes(name)));
    }
  }
  return rows.filter(({ kind }) => kind === 'f').flatMap((key) => foreignKeys(key, rows, shown));
}

function foreignKeys(key: KeyRow, all: KeyRow[], shown: Map<number, Shown[]>): ForeignKey[] {
  const isUnique = all.some(
    ({ kind, table, columns }) =>
      kind !== 'f' && table === key.table && columns.every((it) => key.columns.includes(it)),
  );
  const found: ForeignKey[] = [];
  for (const from of shown.get(key.table) ?? []) {
    for (const to of shown.get(key.target) ?? []) {
      if (from.relation.schema !== to.relation.schema) continue;
      for (const columns of choices(from.names, key.columns)) {
        for (const references of choices(to.names, key.references)) {
          const ends = { table: from.relation.id, target: to.relation.id };
          found.push({ name: key.name, ...ends, columns, references, isUnique });
        }
      }
    }
  }
  return found;
}

/** A view can show a column twice, and each of its names makes a separate key. */
function choices(names: Map<number, string[]>, columns: number[]): string[][] {
  return columns.reduce<string[][]>(
    (lists, column) =>
      lists.flatMap((list) => (names.get(column) ?? []).map((name) => [...list, name])),
    [[]],
  );
}

function isWhole(key: (string | undefined)[]): key is string[] {
  return key.every((name) => name !== undefined);
}

async function readShown(session: Session, relations: Relation[]): Promise<Map<number, Shown[]>> {
  const rules = new Map<number, Map<number, { relation: number; column: number }>>();
  const { rows } = await session.query<{ view: number; rule: string }>({
    text: `
      select c.oid::int8::float8 as view, r.ev_action::text as rule
      from pg_class c join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
      where c.relkind in ('v', 'm')
        and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  });
  for (const { view, rule } of rows) {
    rules.set(view, new Map(readOrigins(rule).map((origin) => [origin.place, origin])));
  }
  const shown = new Map<number, Shown[]>();
  for (const relation of relations) {
    const names = new Map<number, Map<number, string[]>>();
    for (const [place, name] of relation.places) {
      let at: { relation: number; column: number } | undefined = {
        relation: relation.oid,
        column: place,
      };
      while (at && rules.has(at.relation)) at = rules.get(at.relation)?.get(at.column);
      if (!at) continue;
      const columns = names.get(at.relation) ?? new Map<number, string[]>();
      names.set(at.relation, columns);
      columns.set(at.column, [...(columns.get(at.column) ?? []), name]);
    }
    for (const [table, columns] of names) {
      shown.set(table, [...(shown.get(table) ?? []), { relation, names: columns }]);
    }
  }
  return shown;
}
