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

/** For what a Supabase project does itself. */
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

/** For commands: the site's database, whether the site is running now or not. */
export async function withDatabase(
  work: (site: Site) => Promise<void>,
  places: Places = 'of a site',
) {
  await withOwner(places, async ({ config, admin }) => {
    // Past a pooler and without replicas: a command is alone, and takes its time.
    const database = openDatabase(await migrate(admin, say), 6);
    try {
      await work({ database, config, admin });
    } finally {
      await database.close();
    }
  });
}

/**
 * A command about a site asks the database of that site. One that is called without the site's settings would else make
 * a new database, do its work there, and say that all is well.
 */
type Places = 'of a site' | 'any';

type Owned = Omit<Site, 'database'> & {
  /** Whether the site's engine ran already, or belongs to somebody else. */
  isInUse: boolean;
};

/** The same as it is: nothing is migrated. */
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

/** A failure that the person can mend is one sentence; anything else is a bug and keeps its stack. */
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
  // Node says that a folder is not there where a disk takes no changes, or a link leads to none.
  if (path && (code === 'EROFS' || (code === 'ENOENT' && syscall === 'mkdir'))) {
    return `Nothing can be written to ${path}: its disk is missing or read-only, or systemd does not let the site write there. Mount it, name it in ReadWritePaths of the units (docs/deploy.md), or name another place.`;
  }
  if (path !== undefined) {
    return closed.has(code)
      ? `This user cannot use ${path} (${message}). Give it to the user of the site, or name another place.`
      : undefined;
  }
  const away = asUnavailable(error);
  // The owner's statements are refused by another code than the site's.
  if (away instanceof DatabaseReadOnly || code === '25006') {
    return 'The database is read-only: it is a standby, or its server blocks writes. Point DATABASE_URL at the primary, check that its disk has room, then try again.';
  }
  if (!(away instanceof DatabaseUnavailable)) return undefined;
  const { code: state, message: reason } = away.cause as NodeJS.ErrnoException;
  return state === '53100'
    ? `The disk of the database is full (${reason}). Make room, then start again.`
    : `The database went away, or refuses connections (${reason}). Check that it is running, then try again.`;
}

/** What a file or a folder answers to somebody who may not, or cannot, do this with it. */
const closed = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'EISDIR', 'EEXIST']);

function reasonOf({ cause }: FilesUnavailable): string {
  return cause instanceof Error ? cause.message : String(cause);
}
