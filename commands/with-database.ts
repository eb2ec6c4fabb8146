import type pg from 'pg';
import { FilesUnavailable } from '#api/storage/files.ts';
import { type Database, openDatabase } from '#database/database.ts';
import {
  asUnavailable,
  DatabaseReadOnly,
  DatabaseUnavailable,
} from '#database/database-unavailable.ts';
import { findRunning, startEmbedded } from '#database/embedded/embedded.ts';
import { endSwapAlone } from '#database/embedded/swap.ts';
import { migrate } from '#database/migrate.ts';
import { StartError } from '#database/start-error.ts';
import { keepingChanges } from '#server/backup/changes.ts';
import { majorOf } from '#server/backup/upgrade.ts';
import { type Config, readConfig } from '#server/settings/config.ts';
import { checkReachable } from '#server/start/check-reachable.ts';
import { adminSetting, givenAdmin } from '#server/start/database-logins.ts';
import { isOfSite, refuseToStayHere } from '#server/start/database-place.ts';
import { UsageAsked } from './read-words.ts';

export function say(step: string) {
  process.stdout.write(`${step} …\n`);
}

/** Refuses what a Supabase project does for itself. */
export function refuseOnProject({ supabase }: Config) {
  if (!supabase) return;
  throw new StartError(
    'The database and the files are a Supabase project’s, which has backups of its own: see Database → Backups in its dashboard. Keep the settings of this process beside them.',
  );
}

export type Site = {
  database: Database;
  config: Config;
  /** The database's owner. */
  admin: pg.ClientConfig;
};

/** For commands: the site's database, whether or not the site is running. */
export async function withDatabase(
  work: (site: Site) => Promise<void>,
  places: Places = 'of a site',
) {
  await withOwner(places, async ({ config, admin }) => {
    // Directly, without pooler or replicas: a command runs alone and takes its time.
    const database = openDatabase(await migrate(admin, say), 6);
    try {
      await work({ database, config, admin });
    } finally {
      await database.close();
    }
  });
}

/**
 * A command about a site needs that site's database. Without this check, a command called without
 * the site's settings would create a new database, do its work there, and report success.
 */
type Places = 'of a site' | 'any';

type Owned = Omit<Site, 'database'> & {
  /** Whether the site's engine was running already, or belongs to somebody else. */
  isInUse: boolean;
};

/** The database as it is, without migrating it. */
export async function withOwner<T>(places: Places, work: (owned: Owned) => Promise<T>): Promise<T> {
  const config = readConfig();
  const own = givenAdmin(config);
  if (own) await checkReachable(own, adminSetting(config));
  if (own && places === 'of a site' && !(await isOfSite(own))) {
    throw new StartError(
      `There is no site in the database that ${adminSetting(config)} names. ${sameSettings}`,
    );
  }
  if (!own && places === 'of a site') refuseToStayHere(config.dataDir);
  const running = own ?? findRunning(config.dataDir);
  if (running) return work({ config, admin: running, isInUse: !own });
  endSwapAlone(config.dataDir);
  if (places === 'of a site' && majorOf(config.dataDir) === undefined) {
    throw new StartError(`There is no database in ${config.dataDir}. ${sameSettings}`);
  }
  const engine = await startEmbedded(config.dataDir, say, { settings: keepingChanges(config) });
  try {
    return await work({ config, admin: engine.admin, isInUse: false });
  } finally {
    await engine.stop();
  }
}

const sameSettings =
  'Run this with the settings of the site, DATABASE_URL or DATA_DIR among them (docs/deploy.md); npm start makes a new site.';

/**
 * A failure that the person can fix is printed as one sentence; anything else is a bug and keeps
 * its stack.
 */
export async function orFail(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    if (error instanceof UsageAsked) {
      process.stdout.write(`${error.message}\n`);
      return;
    }
    const sentence = inWords(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}

function inWords(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (error instanceof FilesUnavailable) {
    return `${error.message} (${reasonOf(error)}). Nothing was changed: try again later.`;
  }
  const { code = '', path, message, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk that holds ${path ?? 'the data folder'} is full. Make room, then start again.`;
  }
  // On a read-only disk, or behind a dangling link, Node reports a missing folder.
  if (path && (code === 'EROFS' || (code === 'ENOENT' && syscall === 'mkdir'))) {
    return `Nothing can be written to ${path}: its disk is missing or read-only, or systemd does not let the site write there. Mount it, name it in ReadWritePaths of the units (docs/deploy.md), or name another place.`;
  }
  if (path !== undefined) {
    return closed.has(code)
      ? `This user cannot use ${path} (${message}). Give it to the user of the site, or name another place.`
      : undefined;
  }
  const away = asUnavailable(error);
  // The owner's statements are refused with a different code than the site's.
  if (away instanceof DatabaseReadOnly || code === '25006') {
    return 'The database is read-only: it is a standby, or its server blocks writes. Point DATABASE_URL at the primary, check that its disk has room, then try again.';
  }
  if (!(away instanceof DatabaseUnavailable)) return undefined;
  const { code: state, message: reason } = away.cause as NodeJS.ErrnoException;
  return state === '53100'
    ? `The disk of the database is full (${reason}). Make room, then start again.`
    : `The database went away, or refuses connections (${reason}). Check that it is running, then try again.`;
}

/** The error codes of a file or folder with which this user may not, or cannot, do this. */
const closed = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'EISDIR', 'EEXIST']);

function reasonOf({ cause }: FilesUnavailable): string {
  return cause instanceof Error ? cause.message : String(cause);
}
