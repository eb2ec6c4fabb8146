import type { Caller, Database } from '#database/database.ts';
import type { Row } from './matching.ts';
import type { Table } from './tables.ts';

type Asked = { row: Row; callers: Caller[] };
type Group = { places: number[]; callers: Map<string, Caller> };

const mostCallers = 500;

/**
 * Which of the callers may read which of the rows now. Callers with the same role and claims are checked once, those
 * who need the same rows share a statement, and all statements are sent in one round trip.
 */
export function createSightings(database: Database) {
  return async (table: Table, asked: readonly Asked[]) => {
    const seen = new Map<string, Set<number>>();
    const statements = groupsOf(asked)
      .flatMap((group) => split(group))
      .map((group) => ({
        group,
        who: [...group.callers.keys()],
        statement: statementFor(table, group, asked),
      }));
    if (statements.length > 0) {
      const answers = await database.asService.queryAll<{ caller: number; changed: number[] }[]>(
        statements.map(({ statement }) => statement),
      );
      for (const [at, { group, who }] of statements.entries()) {
        for (const { caller, changed } of answers[at]?.rows ?? []) {
          const identity = who[caller - 1] ?? '';
          const places = seen.get(identity) ?? new Set();
          for (const one of changed) places.add(group.places[one - 1] ?? -1);
          seen.set(identity, places);
        }
      }
    }
    return (caller: Caller, place: number): boolean =>
      caller.role === 'service_role' || (seen.get(identityOf(caller))?.has(place) ?? false);
  };
}

/** Groups callers who need exactly the same rows. */
function groupsOf(asked: readonly Asked[]): Group[] {
  const placesOf = new Map<string, { caller: Caller; places: number[] }>();
  for (const [place, { callers }] of asked.entries()) {
    for (const caller of callers) {
      if (caller.role === 'service_role') continue;
      const identity = identityOf(caller);
      const known = placesOf.get(identity) ?? { caller, places: [] };
      if (known.places.at(-1) !== place) known.places.push(place);
      placesOf.set(identity, known);
    }
  }
  const groups = new Map<string, Group>();
  for (const [identity, { caller, places }] of placesOf) {
    const name = places.join();
    const group = groups.get(name) ?? { places, callers: new Map() };
    group.callers.set(identity, caller);
    groups.set(name, group);
  }
  return [...groups.values()];
}

function split({ places, callers }: Group): Group[] {
  const all = [...callers];
  return Array.from({ length: Math.ceil(all.length / mostCallers) }, (_, at) => ({
    places,
    callers: new Map(all.slice(at * mostCallers, (at + 1) * mostCallers)),
  }));
}

function statementFor(table: Table, { places, callers }: Group, asked: readonly Asked[]) {
  const name = `who_sees_${table.schema}_${table.name}`;
  const keyNames = table.columns.filter(({ isKey }) => isKey).map((column) => column.name);
  const keys = places.map((place) =>
    Object.fromEntries(keyNames.map((key) => [key, asked[place]?.row[key] ?? null])),
  );
  // Plans are specific to a role, so callers of one role are adjacent.
  const those = [...callers.values()];
  return {
    name,
    text: `select caller, changed from realtime."${name.replaceAll('"', '""')}"($1, $2, $3)`,
    values: [
      those.map(({ role }) => role),
      those.map(({ claims }) => textOf(claims)),
      JSON.stringify(keys),
    ],
  };
}

/**
 * The claims include the role. The same string object for the same claims, so that repeated comparisons are cheap.
 */
const identityOf = ({ claims }: Caller) => textOf(claims);

const texts = new WeakMap<object, string>();

function textOf(claims: Caller['claims']): string {
  const known = texts.get(claims);
  if (known !== undefined) return known;
  const text = JSON.stringify(claims);
  texts.set(claims, text);
  return text;
}
