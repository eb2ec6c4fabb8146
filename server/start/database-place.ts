import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';

// Whether the database is the embedded one or a PostgreSQL of one's own hangs on one line of settings. A line that came
// too early or was lost must not open another, empty or old, site in the place of the one that people know.

const noteIn = (dataDir: string) => join(dataDir, 'database.elsewhere');

/** With an address: a site that is here, or was elsewhere, is brought to an empty database first. */
export async function refuseToBeginElsewhere(
  { dataDir, supabase }: Pick<Config, 'dataDir' | 'supabase'>,
  admin: pg.ClientConfig,
) {
  const isHere = existsSync(join(dataDir, 'postgres', 'cluster'));
  const wasElsewhere = existsSync(noteIn(dataDir));
  if (supabase || !(isHere || wasElsewhere) || (await isOfSite(admin))) return;
  const [where, how] = wasElsewhere
    ? ['had another one until now', 'Set it as it was, or bring the site there: npm run restore']
    : [
        `is in the embedded one in ${dataDir}`,
        'Bring it there: a backup without DATABASE_URL, then npm run restore -- --keep-sessions with it',
      ];
  throw new StartError(
    `DATABASE_URL names a database without a site, and the site ${where}. ${how} (docs/deploy.md). For a new site, set DATA_DIR to another folder.`,
  );
}

/** Once a site is there, the folder says so. */
export function noteElsewhere(dataDir: string) {
  const note = noteIn(dataDir);
  if (existsSync(note)) return;
  writeFileSync(note, 'The database of this site is where DATABASE_URL leads.\n', { mode: 0o600 });
}

/** Without one. */
export function refuseToStayHere(dataDir: string) {
  if (!existsSync(noteIn(dataDir))) return;
  throw new StartError(
    `The database of this site is where DATABASE_URL led, and that setting is missing. Set it as it was. To go back to the embedded database, restore a backup into it (docs/deploy.md). For a new site, set DATA_DIR to another folder.`,
  );
}

/** A backup was restored into the embedded database: it is the one. */
export function stayHere(dataDir: string) {
  rmSync(noteIn(dataDir), { force: true });
}

export async function isOfSite(admin: pg.ClientConfig): Promise<boolean> {
  return withClient(admin, async (client) => {
    const { rows } = await client.query<{ is_there: boolean }>(
      "select to_regclass('deploy.migrations') is not null as is_there",
    );
    return rows[0]?.is_there ?? false;
  });
}
