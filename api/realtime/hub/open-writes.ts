import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#database/database.ts';
import type { Statement } from '#database/statement.ts';

/** Transactions that are changing a published table right now. */
const openNow: Statement = {
  name: 'open-writes',
  text: `select distinct l.virtualtransaction as id from pg_catalog.pg_locks as l
    where l.locktype = 'relation' and l.mode = 'RowExclusiveLock'
      and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
      and l.relation in (select to_regclass(format('%I.%I', schema_name, table_name)) from realtime.published)`,
  values: [],
};

const stillOpen = (writers: string[]): Statement => ({
  name: 'writes-still-open',
  text: 'select distinct virtualtransaction as id from pg_catalog.pg_locks where virtualtransaction = any ($1)',
  values: [writers],
});

/** The longest wait for them, in milliseconds. */
const longestWait = 250;

export type OpenWrites = ReturnType<typeof createOpenWrites>;

/** Transactions that changed something before they knew of this process, and have not committed yet. */
export function createOpenWrites(database: Database) {
  let writers: string[] = [];

  async function ask(statement: Statement): Promise<string[]> {
    const { rows } = await database.asService.query<{ id: string }>(statement);
    return rows.map(({ id }) => id);
  }

  return {
    /** Waits briefly, because most of them end within a moment. */
    async note() {
      writers = await ask(openNow);
      for (let n = 0; n < 5 && writers.length > 0; n += 1) {
        await delay(longestWait / 5);
        writers = await ask(stillOpen(writers));
      }
    },
    /** Whether one of them has ended since. */
    async haveEnded(): Promise<boolean> {
      if (writers.length === 0) return false;
      const before = writers.length;
      writers = await ask(stillOpen(writers));
      return writers.length < before;
    },
  };
}
