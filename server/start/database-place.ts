import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';

// A single setting decides between the embedded database and an external PostgreSQL. Setting it too
// early, or losing it, must not open another, empty or outdated site in place of the real one.

const noteIn = (dataDir: string) => join(dataDir, 'database.elsewhere');

/**
 * With DATABASE_URL set: a site that exists here, or was elsewhere, must first be moved into the
 * empty database.
 */
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

/** Once the site exists there, the data folder records it. */
export function noteElsewhere(dataDir: string) {
  const note = noteIn(dataDir);
  if (existsSync(note)) return;
  writeFileSync(note, 'The database of this site is where DATABASE_URL leads.\n', { mode: 0o600 });
}

/** Without DATABASE_URL. */
export function refuseToStayHere(dataDir: string) {
  if (!existsSync(noteIn(dataDir))) return;
  throw new StartError(
    `The database of this site is where DATABASE_URL led, and that setting is missing. Set it as it was. To go back to the embedded database, restore a backup into it (docs/deploy.md). For a new site, set DATA_DIR to another folder.`,
  );
}

/** A backup was restored into the embedded database, so that one is in use now. */
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
