import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { EmbeddedOptions } from '#database/embedded/embedded.ts';
import { canReach, chooseAccount } from '#database/embedded/place.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';

// The log of changes of the embedded database, kept in pieces in a folder: with a base, a copy of the cluster as files,
// it leads to any moment since.

/** The settings with which the engine hands each piece over: at once when it is full, and once a minute. */
export function keepingChanges({
  backup,
  dataDir,
}: Pick<Config, 'backup' | 'dataDir'>): EmbeddedOptions['settings'] {
  const folder = backup.databaseArchive;
  if (!folder) return {};
  // What stands above it is entered by PostgreSQL's account, too.
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const account = chooseAccount(resolve(dataDir));
  if (account && !canReach(dirname(folder), account)) {
    throw new StartError(
      `PostgreSQL, which does not run as root, may not enter a folder on the way to ${folder}. Set DATABASE_ARCHIVE to one below folders that everybody may enter (chmod o+x).`,
    );
  }
  if (account) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  const [whole, part] = [`'${folder}/%f'`, `'${folder}/.%f.part'`];
  return {
    archive_mode: 'on',
    // The same piece twice is no failure; another one of the same name is.
    archive_command: `if test -f ${whole}; then cmp -s '%p' ${whole}; else cp '%p' ${part} && sync ${part} && mv ${part} ${whole}; fi`,
    archive_timeout: '60s',
  };
}

/** Takes away the pieces that no base needs any more. */
export function removeChangesBefore(folder: string, first: string) {
  for (const name of readdirSync(folder)) {
    // Behind the number of the timeline, which a restore begins anew, pieces are numbered on.
    const isPiece = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$/.test(name);
    if (isPiece && name.slice(8, 24) < first.slice(8, 24)) rmSync(join(folder, name));
  }
}
