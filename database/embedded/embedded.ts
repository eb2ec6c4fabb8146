import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { lockOwner, releaseLock, takeLock } from './lock.ts';
import {
  type Account,
  chooseAccount,
  prepareDataDir,
  preparePlace,
  preparePrograms,
} from './place.ts';

export type Embedded = {
  /** How the superuser connects. */
  admin: pg.ClientConfig;
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on the data folder. It listens on a socket in a folder that only its own
 * account may enter, and on no network address: whoever can reach it could read its files anyway.
 */
export async function startEmbedded(
  dataDir: string,
  report: (step: string) => void,
  engineSettings: string[] = [],
): Promise<Embedded> {
  const folder = resolve(dataDir);
  prepareDataDir(folder);
  const lock = join(folder, 'server.lock');
  const claim = takeLock(lock);
  if (!claim.taken) {
    throw new StartError(
      `The data folder ${folder} is in use by another copy (process ${claim.owner}). Stop that one, or set DATA_DIR to another folder.`,
    );
  }
  try {
    const engine = await startEngine(folder, report, engineSettings);
    return {
      admin: engine.admin,
      async stop() {
        await engine.stop();
        releaseLock(lock);
      },
    };
  } catch (error) {
    releaseLock(lock);
    throw error;
  }
}

/** Connects to the PostgreSQL that another process of ours runs on the data folder, if one does. */
export function findRunning(dataDir: string): pg.ClientConfig | undefined {
  const folder = resolve(dataDir);
  if (!lockOwner(join(folder, 'server.lock'))) return undefined;
  const running = readPostmaster(join(folder, 'postgres', 'cluster'));
  return running && adminOf(running.socketDir);
}

async function startEngine(
  dataDir: string,
  report: (step: string) => void,
  engineSettings: string[],
): Promise<Embedded> {
  const account = chooseAccount(dataDir);
  const place = preparePlace(dataDir, account);
  const programs = preparePrograms(account);
  const cluster = join(place, 'cluster');

  await endOrphan(cluster);
  if (!existsSync(cluster)) {
    report('Making a new database');
    await makeCluster(programs.bin, cluster, account);
  }
  const found = Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  if (found !== programs.version) {
    throw new StartError(
      `The data folder ${dataDir} was made by PostgreSQL ${found}, and this version of the site brings PostgreSQL ${programs.version}. Set DATA_DIR to a new folder, or go back to the version that made it.`,
    );
  }

  const socketDir = mkdtempSync(join(socketRoot(), 'cha-'));
  if (account) chownSync(socketDir, account.uid, account.gid);
  chmodSync(socketDir, 0o700);
  const logPath = join(dataDir, 'postgres.log');
  const engine = spawnWatched(
    join(programs.bin, 'postgres'),
    ['-D', cluster, '-k', socketDir, '-c', 'listen_addresses=', '-c', 'jit=off', ...engineSettings],
    account,
    logPath,
  );
  const admin = adminOf(socketDir);
  await untilReady(engine, admin, logPath);
  return {
    admin,
    async stop() {
      engine.stdin?.end();
      if (engine.exitCode === null) await new Promise((done) => engine.once('exit', done));
      rmSync(socketDir, { recursive: true, force: true });
    },
  };
}

/** In a draft folder first, so that a start that was cut off leaves no half-made cluster. */
async function makeCluster(bin: string, cluster: string, account: Account) {
  const draft = `${cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const settings = [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  await promisify(execFile)(join(bin, 'initdb'), [...settings, '-D', draft], {
    ...account,
    cwd: '/',
  }).catch((error: { stderr?: string; message: string }) => {
    const reason = (error.stderr || error.message).trim().split('\n').pop();
    throw new StartError(`PostgreSQL could not make its data folder ${cluster}: ${reason}`);
  });
  renameSync(draft, cluster);
}

/**
 * The shell holds the engine until its input closes, which happens when this process ends in any
 * way, kill -9 included. The engine stands in a session of its own, so that Ctrl-C in a terminal
 * reaches only us and running requests can finish.
 */
function spawnWatched(program: string, args: string[], account: Account, logPath: string) {
  const watch = `exec 3<&0
"$@" 3<&- </dev/null &
engine=$!
(cat <&3 >/dev/null; kill -INT $engine) 2>/dev/null &
exec 3<&-
wait $engine`;
  const log = openSync(logPath, 'a');
  const child = spawn('/bin/sh', ['-c', watch, 'watch', program, ...args], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', log, log],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC' },
  });
  closeSync(log);
  return child;
}

async function untilReady(engine: ChildProcess, admin: pg.ClientConfig, logPath: string) {
  for (;;) {
    if (engine.exitCode !== null) {
      const lastWords = readFileSync(logPath, 'utf8').trim().split('\n').slice(-3).join(' ');
      throw new StartError(`PostgreSQL did not start: ${lastWords} (more in ${logPath})`);
    }
    const client = new pg.Client(admin);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await delay(25);
    }
  }
}

/** Ends an engine whose owner is gone. We hold the lock, so nobody else uses it. */
async function endOrphan(cluster: string) {
  const left = readPostmaster(cluster);
  if (!left) return;
  for (let waited = 0; isPostgres(left.pid); waited += 50) {
    if (waited === 0) process.kill(left.pid, 'SIGINT');
    if (waited > 30_000) {
      throw new StartError(
        `An earlier PostgreSQL (process ${left.pid}) still holds ${cluster} and does not end. Stop it, then start again.`,
      );
    }
    await delay(50);
  }
  if (left.socketDir.startsWith(join(socketRoot(), 'cha-'))) {
    rmSync(left.socketDir, { recursive: true, force: true });
  }
}

/** Lines 1 and 5 of postmaster.pid: the process and the folder of its socket. */
function readPostmaster(cluster: string): { pid: number; socketDir: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    return pid > 0 ? { pid, socketDir: lines[4] ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return !existsSync('/proc/self'); // without /proc the id alone must do
  }
}

/** A socket's path may have only 107 characters, so a long TMPDIR is passed over. */
function socketRoot(): string {
  return tmpdir().length > 60 ? '/tmp' : tmpdir();
}

function adminOf(socketDir: string): pg.ClientConfig {
  return { host: socketDir, user: 'postgres', database: 'postgres' };
}
