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
 * Restores a backup into a throwaway PostgreSQL and reads every table once more, to compare it with
 * what was read when the backup was made.
 */
export async function checkBackup(entries: AsyncGenerator<Entry>, place: string): Promise<Checked> {
  await clearLeftovers(place);
  // A full disk would stop the site's own database, which lies on it.
  const { value: first } = await entries.next();
  await requireRoom(place, readBegin(first).bytes ?? 0);
  const dataDir = mkdtempSync(join(place, prefix));
  chmodSync(dataDir, 0o755); // As root, PostgreSQL runs under its own account, which must get in.
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
 * Removes what killed checks left behind. A check that has just begun holds no lock yet, another check may be removing
 * the same folder, or it may belong to another user: none of that stops this check.
 */
async function clearLeftovers(place: string) {
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
