import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Caller, Database } from '#database/database.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import type { Frame } from '../frames.ts';
import type { Count } from '../limits.ts';
import type { Json, Row } from './matching.ts';
import { createSightings } from './sightings.ts';
import { BadWish, type Kind, readableNames, readWish, type Wish } from './subscriptions.ts';
import { isReadableBy, keyOf, type Table, watchTables } from './tables.ts';

/** Who hears changes: a channel. */
export type ChangeHearer = {
  caller: Caller;
  /** What its client may follow, with all of its channels. */
  places: Count;
  isGone(): boolean;
  /** `written` has the frames of these data that others were sent already. */
  hearChange(ids: readonly number[], data: string, written: Map<string, Frame>): void;
  /** Something could not be told: whoever listens must look for themselves. */
  missChange(): void;
};

type Listener = { hearer: ChangeHearer; id: number; wish: Wish };

/** It was JSON a moment ago; to look again, level by level, could run out of stack. */
const row = z.record(z.string(), z.custom<Json>());

const change = z.object({
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  at: z.string(),
  record: row.optional(),
  key: row.optional(),
});
type Change = { schema: string; table: string; type: Kind; at: string; row: Row };

/** As many go through one check. */
const mostAtOnce = 200;
/** How long is waited, in milliseconds, until a database that could not answer is asked again. */
const askAgainAfter = 500;
/** So many may wait; what comes beyond is more than anybody can be told in time. */
const mostWaiting = 20_000;

/**
 * Tells the changes of published tables to who may read their rows now. What came while the last check ran is
 * checked together, so that a crowd of changes asks no more often than a few.
 */
export function createChanges({
  database,
  reportBug,
  overrun,
  patience,
}: {
  database: Database;
  reportBug: (error: unknown) => void;
  /** More came than could be told: who listens must look for themselves. */
  overrun: () => void;
  /** How long, in milliseconds, changes wait for a database that cannot answer. */
  patience: number;
}) {
  const readTables = watchTables(database);
  const whoSees = createSightings(database);
  const listeners = new Map<string, Set<Listener>>();
  const ofHearers = new Map<ChangeHearer, Listener[]>();
  let waiting: Change[] = [];
  let isTelling = false;

  async function tellAll() {
    if (isTelling) return;
    isTelling = true;
    let silentSince: number | undefined;
    while (waiting.length > 0) {
      const some = waiting.splice(0, mostAtOnce);
      try {
        await tell(some);
        silentSince = undefined;
      } catch (error) {
        silentSince ??= performance.now();
        const mayAnswer = performance.now() - silentSince < patience;
        if (error instanceof DatabaseUnavailable && mayAnswer) {
          // Nothing of these was told yet. Where the line was lost, too, nobody listens any more.
          waiting = [...some, ...waiting];
          await delay(askAgainAfter);
        } else {
          // One table alone may be what cannot be asked: the others' news do not wait for it.
          if (!(error instanceof DatabaseUnavailable)) reportBug(error);
          silentSince = undefined;
          overrun();
        }
      }
    }
    isTelling = false;
  }

  async function tell(some: Change[]) {
    const tables = await readTables();
    const sights = await Promise.all(
      [...Map.groupBy(some, ({ schema, table }) => keyOf(schema, table))].map(
        async ([key, changes]) => {
          const table = tables.get(key);
          const of = listeners.get(key);
          if (!table || !of) return [];
          try {
            return await look(table, changes, [...of]);
          } catch (error) {
            if (error instanceof DatabaseUnavailable) throw error;
            // What could not be checked is told to nobody; the other tables' changes are.
            reportBug(error);
            for (const { hearer } of [...of]) hearer.missChange();
            return [];
          }
        },
      ),
    );
    const byChange = new Map(sights.flat().map((sight) => [sight.change, sight]));
    for (const one of some) {
      const sight = byChange.get(one);
      if (sight) handOut(sight.table, one, sight.listeners);
    }
  }

  /** Who hears of each of a table's changes. */
  async function look(table: Table, changes: Change[], of: Listener[]) {
    const asked = changes.map((one) => ({
      change: one,
      listeners: of.filter(
        ({ wish, hearer }) =>
          wish.kinds.includes(one.type) &&
          isReadableBy(table, hearer.caller.role) &&
          wish.matches(one.row),
      ),
    }));
    const sees = await whoSees(
      table,
      asked.map(({ change: { type, row }, listeners: those }) => ({
        row,
        callers: type === 'DELETE' ? [] : those.map(({ hearer }) => hearer.caller),
      })),
    );
    return asked.map(({ change: one, listeners: those }, place) => ({
      table,
      change: one,
      listeners: those.filter(({ hearer }) => one.type === 'DELETE' || sees(hearer.caller, place)),
    }));
  }

  return {
    /** Resolves when all that is committed from now on is heard; throws `BadWish`. */
    async subscribe(
      hearer: ChangeHearer,
      wishes: { id: number; params: Record<string, unknown> }[],
    ) {
      const tables = await readTables();
      const { caller } = hearer;
      const read = await Promise.all(
        wishes.map(async ({ id, params }) => ({
          hearer,
          id,
          wish: await readWish(database, tables, caller, params),
        })),
      );
      if (hearer.isGone()) return;
      if (!hearer.places.take(placesOf(read))) {
        throw new BadWish('Too many changes are followed by this client');
      }
      for (const listener of read) {
        for (const key of listener.wish.tables) {
          const of = listeners.get(key) ?? new Set();
          listeners.set(key, of.add(listener));
        }
      }
      ofHearers.set(hearer, read);
    },
    unsubscribe(hearer: ChangeHearer) {
      const own = ofHearers.get(hearer);
      if (!own) return;
      hearer.places.give(placesOf(own));
      for (const listener of own) {
        for (const key of listener.wish.tables) {
          const of = listeners.get(key);
          of?.delete(listener);
          if (of?.size === 0) listeners.delete(key);
        }
      }
      ofHearers.delete(hearer);
    },
    hear(said: unknown) {
      const { record, key, ...rest } = change.parse(said);
      if (!listeners.has(keyOf(rest.schema, rest.table))) return;
      if (waiting.length >= mostWaiting) {
        waiting = [];
        overrun();
        return;
      }
      waiting.push({ ...rest, row: record ?? key ?? {} });
      tellAll();
    },
  };
}

const placesOf = (some: readonly Listener[]) =>
  some.reduce((sum, { wish }) => sum + wish.places, 0);

/** Who may read the same columns gets the same bytes. */
function handOut(table: Table, one: Change, those: Listener[]) {
  const texts = new Map<string, { data: string; written: Map<string, Frame> }>();
  for (const own of byHearer(those)) {
    const [{ hearer }] = own;
    const byColumns =
      own.length === 1
        ? [[columnsOf(own[0]), own] as const]
        : Map.groupBy(own, (listener) => columnsOf(listener));
    for (const [columns, some] of byColumns) {
      const kind = `${hearer.caller.role} ${columns}`;
      const known = texts.get(kind);
      const { data, written } = known ?? {
        data: sayChange(table, one, hearer.caller, some[0]?.wish.columns),
        written: new Map(),
      };
      if (!known) texts.set(kind, { data, written });
      hearer.hearChange(
        some.map(({ id }) => id),
        data,
        written,
      );
    }
  }
}

const columnsOf = ({ wish }: Listener) => wish.columns?.join('\n') ?? '*';

/** A channel's own stand beside each other, as they were added. */
function* byHearer(those: readonly Listener[]): Generator<[Listener, ...Listener[]]> {
  let own: [Listener, ...Listener[]] | undefined;
  for (const listener of those) {
    if (own && own[0].hearer === listener.hearer) own.push(listener);
    else {
      if (own) yield own;
      own = [listener];
    }
  }
  if (own) yield own;
}

/** As the original says a change: new values by grant, of old ones the key alone. */
function sayChange(
  table: Table,
  { schema, table: name, type, at, row }: Change,
  { role }: Caller,
  wanted: string[] | undefined,
): string {
  const readable = readableNames(table, role);
  const columns = table.columns.filter(
    (column) => readable.has(column.name) && (wanted?.includes(column.name) ?? true),
  );
  const pick = (some: typeof columns) =>
    Object.fromEntries(
      some.flatMap((column) => (column.name in row ? [[column.name, row[column.name]]] : [])),
    );
  const key = table.columns.filter((column) => column.isKey && readable.has(column.name));
  return JSON.stringify({
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    commit_timestamp: at,
    errors: null,
    ...(type !== 'INSERT' && { old_record: pick(key) }),
    ...(type !== 'DELETE' && { record: pick(columns) }),
    schema,
    table: name,
    type,
  });
}
