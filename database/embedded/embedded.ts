import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { type EnginePlace, makeCluster, startEngine, whyEnded } from './engine.ts';
import { boundLog } from './engine-log.ts';
import { type EngineNote, keepRunning } from './keep-running.ts';
import { lockIn, lockOwner, takeFolder } from './lock.ts';
import {
  type Account,
  chooseAccount,
  type Programs,
  prepareDataDir,
  preparePlace,
  preparePrograms,
} from './place.ts';
import { clearRemains, readPostmaster } from './remains.ts';
import { discardDrafts, endSwap, refuseBesideAnother } from './swap.ts';

export type Embedded = {
  /** How the superuser connects. */
  admin: pg.ClientConfig;
  /** The engine's own last words, for an error that only says that the connection was lost. */
  explain(error: Error): Error;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** PostgreSQL settings that override those that the site uses. */
  settings?: Record<string, string>;
  /** Called when the engine ended by itself, and when it runs again. */
  note?: (note: EngineNote) => void;
  /** The programs of another PostgreSQL than the installed one. */
  programs?: Programs;
  /** Pauses before each restart if it keeps ending by itself; the usual ones if omitted. */
  waits?: readonly number[];
  /** How long it may take to stop, in milliseconds, before it is killed. */
  patience?: number;
};

/**
 * Starts PostgreSQL on the data folder and keeps it running. It listens on a socket in a folder
 * that only its own account may enter, and on no network address: whoever can reach it could read
 * its files anyway.
 */
export async function startEmbedded(
  dataDir: string,
  report: (step: string) => void,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  const folder = resolve(dataDir);
  prepareDataDir(folder);
  const held = takeFolder(folder);
  try {
    const engine = await startKept(folder, report, options);
    return {
      ...engine,
      async stop() {
        await engine.stop();
        held.release();
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}

/**
 * Connects to the PostgreSQL that another process of ours runs on the data folder, if there is one.
 */
export function findRunning(dataDir: string): pg.ClientConfig | undefined {
  const folder = resolve(dataDir);
  if (!lockOwner(lockIn(folder))) return undefined;
  const running = readPostmaster(join(folder, 'postgres', 'cluster'));
  return running && adminOf(running.socketDir, running.port);
}

async function startKept(
  dataDir: string,
  report: (step: string) => void,
  { settings = {}, note = () => {}, programs: given, waits, patience }: EmbeddedOptions,
): Promise<Embedded> {
  endSwap(dataDir);
  await discardDrafts(dataDir);
  if (!existsSync(join(dataDir, 'postgres', 'cluster'))) refuseBesideAnother(dataDir);
  const account = chooseAccount(dataDir);
  const cluster = join(preparePlace(dataDir, account), 'cluster');
  const programs = preparePrograms(account, given);
  const socketNote = join(dataDir, 'postgres.socket');
  await clearRemains(cluster);
  removeSocketDir(socketNote);
  const socketDir = makeSocketDir(account, socketNote);
  const place: EnginePlace = {
    bin: programs.bin,
    cluster,
    socketDir,
    logPath: join(dataDir, 'postgres.log'),
    account,
    settings,
    admin: adminOf(socketDir, Number(settings.port ?? 5432)),
  };
  const log = boundLog(place.logPath);
  const tidy = () => {
    log.stop();
    removeSocketDir(socketNote);
  };
  try {
    if (!existsSync(cluster)) {
      report('Making a new database');
      await makeCluster(place);
    }
    refuseOtherVersion(dataDir, cluster, programs.version);
    const first = await startEngine(place, patience);
    await first.ready;
    const kept = keepRunning(first, () => startEngine(place, patience), note, waits);
    return {
      admin: place.admin,
      explain: (error) => whyEnded(error, place.logPath),
      async stop() {
        await kept.stop();
        tidy();
      },
    };
  } catch (error) {
    tidy();
    throw error;
  }
}

function refuseOtherVersion(dataDir: string, cluster: string, brought: number) {
  const found = Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  if (found === brought) return;
  throw new StartError(
    `The data folder ${dataDir} was made by PostgreSQL ${found}, and this version of the site brings PostgreSQL ${brought}. Run npm run upgrade-database, set DATA_DIR to a new folder, or go back to the version that made it.`,
  );
}

/** The folder is recorded beside the data, so that the start after a kill can remove it. */
function makeSocketDir(account: Account, noteFile: string): string {
  removeLeftFolders();
  const socketDir = mkdtempSync(join(socketRoot(), 'cha-'));
  if (account) chownSync(socketDir, account.uid, account.gid);
  chmodSync(socketDir, 0o700);
  writeFileSync(noteFile, socketDir, { mode: 0o600 });
  return socketDir;
}

function removeSocketDir(noteFile: string) {
  if (!existsSync(noteFile)) return;
  const noted = readFileSync(noteFile, 'utf8');
  if (/\/cha-\w{6}$/.test(noted)) rmSync(noted, { recursive: true, force: true });
  rmSync(noteFile, { force: true });
}

/**
 * Folders of sites that were killed and whose data folder is gone: empty, and unused for an hour.
 */
function removeLeftFolders() {
  const names = readdirSync(socketRoot()).filter((name) => /^cha-\w{6}$/.test(name));
  for (const name of names) {
    const path = join(socketRoot(), name);
    try {
      if (Date.now() - statSync(path).mtimeMs > 3_600_000) rmdirSync(path); // only if it is empty
    } catch {
      // In use, or another user's.
    }
  }
}

/**
 * A socket path is limited to 107 characters, so a long TMPDIR is ignored, and so is one that does
 * not exist.
 */
function socketRoot(): string {
  return tmpdir().length > 60 || !existsSync(tmpdir()) ? '/tmp' : tmpdir();
}

/** Every field is set: `pg` would take a missing one from PGPORT or PGSSLMODE. */
function adminOf(socketDir: string, port: number): pg.ClientConfig {
  return { host: socketDir, port, user: 'postgres', database: 'postgres', ssl: false };
}
