import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { StartError } from '#database/start-error.ts';

/**
 * Why the site cannot record erasures in the folder of backups. Buckets report that when they are
 * called.
 */
export async function whyClosed(place: string | undefined): Promise<string | undefined> {
  if (!place?.startsWith('/')) return undefined;
  try {
    await access(place, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // It is created with the first record.
    return code === 'ENOENT' && place !== '/' ? whyClosed(dirname(place)) : message;
  }
}

/**
 * Losing the data's disk would lose these backups with it. That is also the case if their own disk
 * is not mounted.
 */
export async function sharesDisk(place: string | undefined, dataDir: string): Promise<boolean> {
  if (!place || place.startsWith('s3://')) return false;
  return (await deviceOf(resolve(place))) === (await deviceOf(resolve(dataDir)));
}

/** If the path does not exist yet, the device of the folder in which it will be created. */
async function deviceOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found || path === '/' ? found?.dev : deviceOf(dirname(path));
}

/**
 * Where a whole database, or its programs, fit for a while: on the data's disk. On many servers the
 * temporary folder lies in memory, holds a tenth of it or 64 MB, and is mounted noexec.
 */
export function roomOf(dataDir: string): string {
  return existsSync(dataDir) ? dataDir : tmpdir();
}

/** A new cluster, and what the site writes meanwhile. */
const besides = 200_000_000;
/** At most this much of what was just written is held a second time, in PostgreSQL's log. */
const mostOfLog = 1_000_000_000;

/**
 * Fails if a second database of this size would fill the disk. If the system does not say, there is
 * room.
 */
export async function requireRoom(place: string, bytes: number) {
  const needed = bytes + Math.min(bytes, mostOfLog) + besides;
  const disk = await statfs(place).catch(() => undefined);
  const free = disk ? disk.bavail * disk.bsize : needed;
  if (free >= needed) return;
  throw new StartError(
    `There is no room for a second database in ${place}: it takes up to ${megabytes(needed)} there, and ${megabytes(free)} are free. Make room, or check the backup on another machine.`,
  );
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
