import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * A file that says which process uses a folder. The process's start time stands beside its id, so
 * that another process that later gets the same id is not taken for the owner.
 */
export function takeLock(path: string): { taken: true } | { taken: false; owner: number } {
  const mine = identify(process.pid) ?? String(process.pid);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    for (;;) {
      try {
        linkSync(draft, path); // fails when the file exists: only one process can win
        return { taken: true };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = lockOwner(path);
      if (owner) return { taken: false, owner };
      takeAway(path, `${draft}.gone`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Of a process that is gone. Moved aside before it is removed: of two that found it so, the second would else remove
 * the lock that the first has made meanwhile; that one it puts back.
 */
function takeAway(path: string, aside: string) {
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    if (lockOwner(aside)) linkSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

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
    // Field 22 of the line, counted after the command name, which may hold spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${pid} ${startTime}`;
  } catch {
    return String(pid); // no /proc on this system: the id alone must do
  }
}
