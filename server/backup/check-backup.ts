import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { readRows } from '#database/copy/read-tables.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { withClient } from '#database/open-client.ts';
import type { Entry } from './archive.ts';
import { keyFiles, tableFolder } from './contents.ts';
import { type Filled, fillFrom } from './fill-from.ts';
import { notWhole } from './seal.ts';

export type Checked = { at: Date; tables: number; rows: number; files: number; keys: number };

/**
 * Restores a backup into a PostgreSQL that is made for it and thrown away, and reads every table there once more:
 * what can be read back is what was read when the backup was made.
 */
export async function checkBackup(
  entries: AsyncGenerator<Entry>,
  place = tmpdir(),
): Promise<Checked> {
  const dataDir = mkdtempSync(join(place, 'backup-check-'));
  chmodSync(dataDir, 0o755); // Run by root, PostgreSQL has an account of its own, which must enter.
  try {
    const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };
    const engine = await startEmbedded(dataDir, () => {}, { settings });
    try {
      const keys = new Set<string>();
      const filled = await fillFrom(entries, engine.admin, {
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
    rmSync(dataDir, { recursive: true, force: true });
  }
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
