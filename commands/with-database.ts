import type pg from 'pg';
import { FilesUnavailable } from '#api/storage/files.ts';
import { type Database, openDatabase } from '#database/database.ts';
import { findRunning, startEmbedded } from '#database/embedded/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { StartError } from '#database/start-error.ts';
import { keepingChanges } from '#server/backup/changes.ts';
import { checkReachable } from '#server/check-reachable.ts';
import { givenAdmin } from '#server/database-logins.ts';
import { type Config, readConfig } from '#server/settings/config.ts';

export function say(step: string) {
  process.stdout.write(`${step} …\n`);
}

/** For commands: the site's database, whether the site is running now or not. */
export async function withDatabase(
  work: (context: {
    database: Database;
    config: Config;
    /** The database's owner. */
    admin: pg.ClientConfig;
  }) => Promise<void>,
) {
  await orFail(() =>
    withOwner(async ({ config, admin }) => {
      // Past a pooler and without replicas: a command is alone, and takes its time.
      const database = openDatabase(await migrate(admin, say), 6);
      try {
        await work({ database, config, admin });
      } finally {
        await database.close();
      }
    }),
  );
}

type Owned = {
  config: Config;
  /** The database's owner. */
  admin: pg.ClientConfig;
  /** Whether the site's engine ran already, or belongs to somebody else. */
  isInUse: boolean;
};

/** The same as it is: nothing is migrated. */
export async function withOwner<T>(work: (owned: Owned) => Promise<T>): Promise<T> {
  const config = readConfig();
  const own = givenAdmin(config);
  if (own) await checkReachable(own);
  const running = own ?? findRunning(config.dataDir);
  if (running) return work({ config, admin: running, isInUse: !own });
  const engine = await startEmbedded(config.dataDir, say, { settings: keepingChanges(config) });
  try {
    return await work({ config, admin: engine.admin, isInUse: false });
  } finally {
    await engine.stop();
  }
}

/** A failure that the person can mend is one sentence; anything else is a bug and keeps its stack. */
export async function orFail(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const isAway = error instanceof FilesUnavailable;
    if (!(error instanceof StartError || isFull || isAway)) throw error;
    const sentence = isFull
      ? `The disk that holds ${path ?? 'the data folder'} is full. Make room, then start again.`
      : isAway
        ? `${error.message}: ${reasonOf(error)} Nothing was changed: try again later.`
        : (error as Error).message;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}

function reasonOf({ cause }: FilesUnavailable): string {
  return cause instanceof Error ? cause.message : String(cause);
}
