import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import { type Change, handOut } from './hand-out.ts';
import { type ChangeHearer, createListeners, type Listener } from './listeners.ts';
import type { Json } from './matching.ts';
import { createSightings } from './sightings.ts';
import { readWish } from './subscriptions.ts';
import { isReadableBy, keyOf, type Table, watchTables } from './tables.ts';

/** It was valid JSON a moment ago, and checking it level by level could overflow the stack. */
const row = z.record(z.string(), z.custom<Json>());

const change = z.object({
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  at: z.string(),
  record: row.optional(),
  key: row.optional(),
});

/** The most changes that go through one check. */
const mostAtOnce = 200;
/** In milliseconds, before a database that could not answer is asked again. */
const askAgainAfter = 500;
/** The most that may wait; more could not be delivered in time. */
const mostWaiting = 20_000;

/**
 * Sends changes of published tables to those who may read the rows now. Changes that arrive during a check share the
 * next one, so that a flood of changes needs no more queries than a few.
 */
export function createChanges({
  database,
  reportBug,
  overrun,
  patience,
}: {
  database: Database;
  reportBug: (error: unknown) => void;
  /** More changes came than could be sent: clients must read the data again. */
  overrun: () => void;
  /** In milliseconds: how long changes wait for a database that cannot answer. */
  patience: number;
}) {
  const readTables = watchTables(database);
  const whoSees = createSightings(database);
  const listeners = createListeners();
  let waiting: Change[] = [];
  let isTelling = false;

  async function tellAll() {
    if (isTelling) return;
    isTelling = true;
    try {
      await tellWaiting();
    } finally {
      isTelling = false;
    }
  }

  async function tellWaiting() {
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
          // None of these has been sent yet. If the connection was lost as well, nobody is listening any more.
          waiting = [...some, ...waiting];
          await delay(askAgainAfter);
        } else {
          // Only one table may be failing: the changes of the others must not wait for it.
          if (!(error instanceof DatabaseUnavailable)) reportBug(error);
          silentSince = undefined;
          overrun();
        }
      }
    }
  }

  async function tell(some: Change[]) {
    const tables = await readTables();
    const sights = await Promise.all(
      [...Map.groupBy(some, ({ schema, table }) => keyOf(schema, table))].map(
        async ([key, changes]) => {
          const table = tables.get(key);
          const of = listeners.of(key);
          if (!table || of.length === 0) return [];
          try {
            return await look(table, changes, of);
          } catch (error) {
            if (error instanceof DatabaseUnavailable) throw error;
            // Changes that could not be checked are sent to nobody; those of other tables are.
            reportBug(error);
            for (const { hearer } of of) hearer.missChange();
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

  /** Who receives each of a table's changes. */
  async function look(table: Table, changes: Change[], of: readonly Listener[]) {
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
    /** Resolves once everything committed from now on will be received; throws `BadWish`. */
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
      listeners.add(hearer, read);
    },
    unsubscribe: listeners.remove,
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
