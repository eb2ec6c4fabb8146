import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { asUnavailable, DatabaseUnavailable } from '../database-unavailable.ts';
import { withClient } from '../open-client.ts';
import { StartError } from '../start-error.ts';
import { openLog, quietly } from './engine-log.ts';
import type { Account } from './place.ts';
import { clearRemains, nameOf, patienceForEnd } from './remains.ts';

export type EnginePlace = {
  bin: string;
  cluster: string;
  socketDir: string;
  logPath: string;
  account: Account;
  settings: Record<string, string>;
  admin: pg.ClientConfig;
};

export type Engine = {
  /** Rejects if the engine ends before it accepts connections. */
  ready: Promise<void>;
  ended: Promise<void>;
  stop(): Promise<void>;
};

/** Starts PostgreSQL once on an existing cluster, after whatever ran on it before has ended. */
export async function startEngine(place: EnginePlace, patience = patienceForEnd): Promise<Engine> {
  const { bin, cluster, socketDir, logPath, account, admin } = place;
  await clearRemains(cluster);
  // A killed engine leaves a socket lock whose pid may belong to another process by now.
  for (const name of readdirSync(socketDir)) rmSync(join(socketDir, name), { force: true });
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(admin.port),
    jit: 'off',
    shared_buffers: `${pagesInMemory()}MB`,
    cluster_name: nameOf(cluster),
    // After a kill: one call instead of an fsync for each of a thousand files.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...quietly,
    ...place.settings,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const engine = spawnWatched(
    join(bin, 'postgres'),
    ['-D', cluster, '-k', socketDir, ...words],
    account,
    logPath,
  );
  const ended = new Promise<void>((resolve) => {
    engine.once('exit', () => {
      engine.stdin?.destroy(); // the watcher of its stdin would otherwise keep waiting
      resolve();
    });
    engine.once('error', () => resolve());
  });
  return {
    ready: untilReady(engine, admin, logPath),
    ended,
    async stop() {
      engine.stdin?.end();
      const isOver = await Promise.race([
        ended.then(() => true),
        delay(patience, false, { ref: false }),
      ]);
      if (!isOver) await clearRemains(cluster, 0);
      await ended;
    },
  };
}

/**
 * PostgreSQL's shared buffers: an eighth of the memory, between 128 MB (the default) and 1 GB. What
 * is not in there is read from the system's cache at several times the cost; buffers that no data
 * fills take no memory.
 */
function pagesInMemory(): number {
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return Math.round(Math.min(Math.max(memory / 8e6, 128), 1024));
}

/**
 * In a draft folder first, so that an interrupted start leaves no half-made cluster. Each draft has
 * its own name: the initdb of a killed start may still be writing to another one, and ends when
 * that is deleted.
 */
export async function makeCluster({ bin, cluster, account }: EnginePlace) {
  const drafts = `${cluster}.draft`;
  for (const name of readdirSync(dirname(cluster))) {
    const path = join(dirname(cluster), name);
    if (path.startsWith(drafts)) rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  }
  const draft = `${drafts}-${randomUUID()}`;
  const settings = [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    // One call instead of an fsync for each of a thousand files.
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ];
  await promisify(execFile)(join(bin, 'initdb'), [...settings, '-D', draft], {
    ...account,
    cwd: '/',
  }).catch((error: { stderr?: string; message: string }) => {
    rmSync(draft, { recursive: true, force: true });
    const lines = (error.stderr || error.message).trim().split('\n');
    const reason = lines.find((line) => /could not|FATAL|PANIC/.test(line)) ?? lines.pop();
    throw new StartError(`PostgreSQL could not make its data folder ${cluster}: ${reason}`);
  });
  renameSync(draft, cluster);
}

/**
 * The shell keeps the engine running until the shell's input closes, which happens when this
 * process ends in any way, even by kill -9. The engine has a session of its own, so that Ctrl-C in
 * a terminal reaches only us and running requests can finish.
 */
function spawnWatched(program: string, args: string[], account: Account, logPath: string) {
  const watch = `exec 3<&0
"$@" 3<&- </dev/null &
engine=$!
(cat <&3 >/dev/null; kill -INT $engine) 2>/dev/null &
watch=$!
exec 3<&-
wait $engine
kill $watch 2>/dev/null`;
  const log = openLog(logPath);
  const child = spawn('/bin/sh', ['-c', watch, 'watch', program, ...args], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', log, log],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC' },
  });
  // The shell may be gone when its input closes.
  child.stdin?.on('error', () => {});
  closeSync(log);
  return child;
}

async function untilReady(engine: ChildProcess, admin: pg.ClientConfig, logPath: string) {
  for (let wait = 5; ; wait = Math.min(wait * 1.2, 50)) {
    // Without a pid it never ran: the machine had no room for another process.
    if (engine.exitCode !== null || engine.signalCode !== null || engine.pid === undefined) {
      throw new StartError(`PostgreSQL did not start: ${lastWords(logPath)} (more in ${logPath})`);
    }
    try {
      await withClient({ ...admin, connectionTimeoutMillis: 5_000 }, () => Promise.resolve());
      return;
    } catch {
      await delay(wait);
    }
  }
}

/** For a lost connection, as when the disk has no room for another WAL segment. */
export function whyEnded(error: Error, logPath: string): Error {
  const { cause = error } = error;
  if (!(asUnavailable(cause) instanceof DatabaseUnavailable)) return error;
  return new StartError(`PostgreSQL ended: ${lastWords(logPath)} (more in ${logPath})`, { cause });
}

/** The engine's own reason, without its answers to clients that tried to connect meanwhile. */
function lastWords(logPath: string): string {
  if (!existsSync(logPath)) return '';
  const lines = readFileSync(logPath, 'utf8').trim().split('\n');
  const fatal = lines.filter(
    (line) => /(FATAL|PANIC):/.test(line) && !/the database system is/.test(line),
  );
  return (fatal.length > 0 ? fatal.slice(-1) : lines.slice(-3)).join(' ');
}
