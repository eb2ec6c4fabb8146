import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../start-error.ts';

/**
 * Appears in the title of every engine process, so that they are found once their parent is gone.
 */
export function nameOf(cluster: string): string {
  return `site-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;
}

/** How long an engine may take to stop, in milliseconds, before it is killed. */
export const patienceForEnd = 25_000;

/**
 * Ends what an earlier engine left running on the cluster: the engine itself if its owner is gone,
 * and its child processes if they outlived it. The caller holds the data folder's lock, so nobody
 * else uses it.
 */
export async function clearRemains(cluster: string, patience = patienceForEnd): Promise<void> {
  const postmaster = readPostmaster(cluster)?.pid;
  for (let waited = 0; ; waited += 50) {
    const left = processesOn(cluster, postmaster);
    if (left.length === 0) break;
    const isLed = postmaster !== undefined && left.includes(postmaster);
    // An engine can hang while stopping, for example after a full disk. What it has not finished,
    // the next start recovers from the log.
    const isStuck = isLed && waited >= patience;
    if (isStuck && waited >= patience + 5_000) for (const pid of left) send(pid, 'SIGKILL');
    else if (isStuck) send(postmaster, 'SIGQUIT');
    else if (isLed && waited % 10_000 === 0) send(postmaster, 'SIGINT');
    // Without their postmaster they have nothing to finish: the next start recovers from the log.
    if (!isLed) for (const pid of left) send(pid, waited < 1_000 ? 'SIGQUIT' : 'SIGKILL');
    if (waited > patience + 15_000) {
      throw new StartError(
        `An earlier PostgreSQL (process ${left[0]}) still holds ${cluster} and does not end. Stop it, then start again.`,
      );
    }
    await delay(50);
  }
  // PostgreSQL would trust the file as long as any process has that pid, be it a zombie or a newer
  // process.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Lines 1, 4 and 5 of postmaster.pid: the pid, the port and the socket's folder. In a folder copied
 * while the site was running, they describe the original, which line 2 names.
 */
export function readPostmaster(
  cluster: string,
): { pid: number; port: number; socketDir: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    const port = Number.parseInt(lines[3] ?? '', 10);
    if (realpathSync(lines[1] ?? '') !== realpathSync(cluster)) return undefined;
    return pid > 0 && port > 0 ? { pid, port, socketDir: lines[4] ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

function processesOn(cluster: string, postmaster: number | undefined): number[] {
  if (!existsSync('/proc/self')) {
    // Without /proc the pid alone must do.
    return postmaster !== undefined && send(postmaster, 0) ? [postmaster] : [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOn(cluster, name))
    .map(Number);
}

/** A zombie has no command line, and holds nothing. */
function isOn(cluster: string, pid: string): boolean {
  let words: string[];
  try {
    words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return false;
  }
  const [program = ''] = words;
  return (
    program.startsWith(`postgres: ${nameOf(cluster)}: `) ||
    (/(^|\/)postgres$/.test(program) && words.includes(cluster))
  );
}

/** Whether the process existed to receive the signal. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
