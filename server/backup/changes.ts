import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { EmbeddedOptions } from '#database/embedded/embedded.ts';
import { canReach, chooseAccount } from '#database/embedded/place.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';

// The embedded database's log of changes (WAL), archived in segments. Together with a base, a copy
// of the cluster's files, it restores any moment since.

/**
 * The settings with which the engine archives each segment: when it is full, and at least once a
 * minute.
 */
export function keepingChanges({
  backup,
  dataDir,
}: Pick<Config, 'backup' | 'dataDir'>): EmbeddedOptions['settings'] {
  const folder = backup.databaseArchive;
  if (!folder) return {};
  // PostgreSQL's account must be able to enter the parent folder too.
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
    // The same segment twice is fine; a different one of the same name fails.
    archive_command: `if test -f ${whole}; then cmp -s '%p' ${whole}; else cp '%p' ${part} && sync ${part} && mv ${part} ${whole}; fi`,
    archive_timeout: '60s',
  };
}

/** Removes the segments that no base needs any more. */
export function removeChangesBefore(folder: string, first: string) {
  for (const name of readdirSync(folder)) {
    // Segments are numbered on after the timeline, which changes with every restore.
    const isPiece = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$/.test(name);
    if (isPiece && name.slice(8, 24) < first.slice(8, 24)) rmSync(join(folder, name));
  }
}
