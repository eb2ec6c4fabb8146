import { chmodSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readRows } from '#database/copy/read-tables.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { lockIn, lockOwner } from '#database/embedded/lock.ts';
import { discardDraft } from '#database/embedded/swap.ts';
import { withClient } from '#database/open-client.ts';
import type { Entry } from './archive.ts';
import { keyFiles, readBegin, tableFolder } from './contents.ts';
import { type Filled, fillFrom } from './fill-from.ts';
import { requireRoom } from './place.ts';
import { notWhole } from './seal.ts';

export type Checked = { at: Date; tables: number; rows: number; files: number; keys: number };

const prefix = 'backup-check-';

/**
 * Restores a backup into a PostgreSQL that is made for it and thrown away, and reads every table there once more:
 * what can be read back is what was read when the backup was made. The place needs as much room as the database takes.
 */
export async function checkBackup(entries: AsyncGenerator<Entry>, place: string): Promise<Checked> {
  await clearLeft(place);
  // A full disk would stop the site's own database, which lies there.
  const { value: first } = await entries.next();
  await requireRoom(place, readBegin(first).bytes ?? 0);
  const dataDir = mkdtempSync(join(place, prefix));
  chmodSync(dataDir, 0o755); // Run by root, PostgreSQL has an account of its own, which must enter.
  try {
    const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };
    const engine = await startEmbedded(dataDir, () => {}, { settings });
    try {
      const keys = new Set<string>();
      const filled = await fillFrom(behind(first, entries), engine.admin, {
        takeKeys: (name) => keys.add(name),
      });
      const rows = await compare(engine.admin, filled);
      return {
        at: filled.begin.at,
        tables: filled.begin.tables.length,
        rows,
        files: filled.files.count,
        keys: keyFiles.filter((name) => keys.has(name)).length,
      };
    } finally {
      await engine.stop();
    }
  } finally {
    await discardDraft(dataDir);
  }
}

/**
 * Of checks that were killed. One that was just begun holds no lock yet; one may be taken away by another check in this
 * moment, or be another user's: none of it keeps this check from its own work.
 */
async function clearLeft(place: string) {
  for (const name of readdirSync(place)) {
    const left = join(place, name);
    if (!name.startsWith(prefix) || lockOwner(lockIn(left)) !== undefined) continue;
    const made = statSync(left, { throwIfNoEntry: false });
    if (made && Date.now() - made.mtimeMs > 3_600_000) await discardDraft(left).catch(() => {});
  }
}

async function* behind(first: Entry, entries: AsyncGenerator<Entry>) {
  yield first;
  yield* entries;
}

async function compare(admin: pg.ClientConfig, { begin, end }: Filled): Promise<number> {
  return withClient(admin, async (client) => {
    let rows = 0;
    await client.query(
      "set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set bytea_output = 'hex'",
    );
    for (const table of begin.tables) {
      const found = await readRows(client, table);
      const noted = end.tables[tableFolder(table)];
      if (noted?.count !== found.count || noted.sum !== found.sum) {
        throw notWhole(`was restored with other rows in ${table.schema}.${table.name}`);
      }
      rows += found.count;
    }
    return rows;
  });
}
