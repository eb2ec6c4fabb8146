import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
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
    // The same segment twice is fine; a different one of the same name fails. The time of a timeline is that of its restore,
    // even if the folder was away until later.
    archive_command: `if test -f ${whole}; then cmp -s '%p' ${whole}; else cp '%p' ${part} && { touch -r '%p' ${part} || true; } && sync ${part} && mv ${part} ${whole}; fi`,
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
 * For a restore: what is written in the draft belongs to a new timeline, and without a command the engine keeps it until
 * the site starts and archives it. Not archived, a later restore would not find what was changed after this one.
 */
export const keepingForStart = { archive_mode: 'on', archive_command: '' };

/** Removes the segments that none of the bases needs, which begin at these. */
export function removeChangesBefore(folder: string, begins: readonly string[]) {
  // Segments are numbered on after the timeline, which changes with every restore. It may lead back to before the base
  // that is older by its date.
  const [first] = begins.map((name) => name.slice(8, 24)).toSorted();
  if (!first) return;
  for (const name of readdirSync(folder)) {
    const isPiece = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$/.test(name);
    if (isPiece && name.slice(8, 24) < first) rmSync(join(folder, name));
  }
}
