import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * A file that says which process uses a folder. It holds the process's start time beside its pid,
 * so that another process that later gets the same pid is not mistaken for the owner.
 */
export function takeLock(path: string): { taken: true } | { taken: false; owner: number } {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, identify(process.pid) ?? String(process.pid));
  try {
    for (;;) {
      try {
        linkSync(draft, path); // fails if the file exists: only one process can win
        return { taken: true };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = lockOwner(path);
      if (owner) return { taken: false, owner };
      // The owner is dead. Whoever gets this second lock looks once more, and nobody else changes
      // the first one meanwhile.
      const turn = `${path}.turn`;
      const mine = takeLock(turn);
      if (!mine.taken) return mine;
      try {
        if (existsSync(path) && !lockOwner(path)) {
          renameSync(draft, path);
          return { taken: true };
        }
      } finally {
        releaseLock(turn);
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** For as long as this process needs a data folder to itself. */
export function takeFolder(folder: string): { release(): void } {
  const lock = lockIn(folder);
  const claim = takeLock(lock);
  if (!claim.taken) {
    throw new StartError(
      `The data folder ${folder} is in use by another copy (process ${claim.owner}). Stop that one, or set DATA_DIR to another folder.`,
    );
  }
  return { release: () => releaseLock(lock) };
}

export function holdingFolder<T>(folder: string, work: () => T): T {
  const held = takeFolder(folder);
  try {
    return work();
  } finally {
    held.release();
  }
}

export const lockIn = (folder: string) => join(folder, 'server.lock');

/** The id of the living process that holds the lock. */
export function lockOwner(path: string): number | undefined {
  let noted: string;
  try {
    noted = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const owner = Number.parseInt(noted, 10);
  return identify(owner) === noted ? owner : undefined;
}

export function releaseLock(path: string) {
  if (lockOwner(path) === process.pid) rmSync(path, { force: true });
}

function identify(pid: number): string | undefined {
  if (!(pid > 0)) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  try {
    // Fields 3 and 22 of the line, counted after the command name, which may hold spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie: its parent has not reaped it, and in a container nobody may ever do so.
    return fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`;
  } catch {
    return String(pid); // no /proc on this system: the pid alone must do
  }
}
