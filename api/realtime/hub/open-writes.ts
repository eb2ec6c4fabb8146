import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#database/database.ts';
import type { Statement } from '#database/statement.ts';

/** Who is changing a published table at this moment. */
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

/** So long is waited for them, in milliseconds. */
const longestWait = 250;

export type OpenWrites = ReturnType<typeof createOpenWrites>;

/** Who had changed something before they knew of this process, and has not committed it. */
export function createOpenWrites(database: Database) {
  let writers: string[] = [];

  async function ask(statement: Statement): Promise<string[]> {
    const { rows } = await database.asService.query<{ id: string }>(statement);
    return rows.map(({ id }) => id);
  }

  return {
    /** Most are done in a moment, which is waited for. */
    async note() {
      writers = await ask(openNow);
      for (let n = 0; n < 5 && writers.length > 0; n += 1) {
        await delay(longestWait / 5);
        writers = await ask(stillOpen(writers));
      }
    },
    /** Whether one of them is done since. */
    async haveEnded(): Promise<boolean> {
      if (writers.length === 0) return false;
      const before = writers.length;
      writers = await ask(stillOpen(writers));
      return writers.length < before;
    },
  };
}
