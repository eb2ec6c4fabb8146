import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { EmbeddedOptions } from '#database/embedded/embedded.ts';
import { canReach, chooseAccount } from '#database/embedded/place.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';

// The embedded database's log of changes (WAL), archived in segments. Together with a base, a copy
// of the cluster's files, it restores any moment since.

/** The settings with which the engine archives each segment: when it is full, and at least once a minute. */
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

type Timeline = { number: number; begunAt: Date };

/** The timelines that restores to a moment began, newest first; the first timeline has no file. */
function timelinesIn(folder: string): Timeline[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
    .map((name) => ({
      number: Number.parseInt(name, 16),
      begunAt: statSync(join(folder, name)).mtime,
    }))
    .toSorted((one, other) => other.number - one.number);
}

/**
 * The timeline on which the site was at a moment: a restore to ten o'clock that was made at noon does not hide what
 * there was at eleven. Undefined if no restore had been made by then.
 */
export function timelineAt(folder: string, moment: Date): number | undefined {
  return timelinesIn(folder).find(({ begunAt }) => begunAt <= moment)?.number;
}

/** When the site went on from a restored moment for the last time: an older base may be of what was left behind. */
export function lastRestore(folder: string): Date | undefined {
  return timelinesIn(folder)[0]?.begunAt;
}

/**
 * Has the next start archive where the newest timeline of a restored cluster begins. The engine does that when it
 * begins one, but here it does so in a draft, which archives nothing. Without it, a later restore would not find what
 * was changed after this one, and the next timeline would get the same number.
 */
export function announceTimeline(cluster: string, own: (path: string) => void) {
  const changes = join(cluster, 'pg_wal');
  const newest = timelinesIn(changes)[0];
  if (!newest) return;
  const name = `${newest.number.toString(16).toUpperCase().padStart(8, '0')}.history`;
  const ready = join(changes, 'archive_status', `${name}.ready`);
  writeFileSync(ready, '', { mode: 0o600 });
  own(ready);
}

/** Removes the segments that no base needs any more. */
export function removeChangesBefore(folder: string, first: string) {
  for (const name of readdirSync(folder)) {
    // Segments are numbered on after the timeline, which changes with every restore.
    const isPiece = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$/.test(name);
    if (isPiece && name.slice(8, 24) < first.slice(8, 24)) rmSync(join(folder, name));
  }
}
