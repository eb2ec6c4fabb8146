import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { DatabaseLogin } from '#database/database.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import type { Logins } from '#database/lines/replicas.ts';
import { migrate } from '#database/migrate.ts';
import { openClient } from '#database/open-client.ts';

/**
 * How test processes reach the run's PostgreSQL: the superuser, and the site's login role, on the
 * primary and its replicas.
 */
export type TestEngine = {
  admin: pg.ClientConfig;
  login: DatabaseLogin;
  replicas?: readonly DatabaseLogin[];
};

export const template = 'site_template';

/** Starts PostgreSQL once for the run and migrates the database that each test file clones. */
export async function startTestEngine(): Promise<TestEngine & { stop(): Promise<void> }> {
  clearMemory();
  const dataDir = makeDataDir('site-test-', inMemory());
  // The data is thrown away after the run, so nothing needs to reach the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '4GB',
    checkpoint_timeout: '1d',
    autovacuum: 'off',
    max_connections: '300',
  };
  const engine = await startEmbedded(dataDir, () => {}, { settings });
  await asAdmin(engine.admin, (client) => client.query(`create database ${template}`));
  const login = await migrate({ ...engine.admin, database: template });
  return {
    admin: engine.admin,
    login,
    async stop() {
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A folder for one run, named after its process. Others may enter it: as root, PostgreSQL runs
 * under its own account.
 */
export function makeDataDir(prefix: string, place = tmpdir()): string {
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

const memory = '/dev/shm';

/** What killed runs left there would stay until the next reboot, some hundred MB each. */
function clearMemory() {
  if (!existsSync(memory)) return;
  for (const name of readdirSync(memory)) {
    const owner = /^site-[a-z-]+-(\d+)-/.exec(name)?.[1];
    if (owner && !isRunning(Number(owner))) {
      rmSync(join(memory, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Creating and deleting files is a third of PostgreSQL's work in a run; in memory, if there is
 * room, it costs nothing.
 */
export function inMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 4_000_000_000 ? memory : undefined;
  } catch {
    return undefined;
  }
}

let clones = 0;

/** A fresh database for a test file. */
export async function cloneDatabase({ admin, login, replicas }: TestEngine): Promise<{
  admin: pg.ClientConfig;
  login: DatabaseLogin;
  /** The same with the replicas. */
  logins: Logins;
  drop(): Promise<void>;
}> {
  clones += 1;
  const database = `test_${process.pid}_${clones}_${Date.now().toString(36)}`;
  // By copying files: the default strategy logs every page, which costs six times as much.
  await asAdmin(admin, (client) =>
    client.query(`create database ${database} template ${template} strategy file_copy`),
  );
  const own = to(login, database);
  return {
    admin: { ...admin, database },
    login: own,
    logins: { primary: own, replicas: replicas?.map((replica) => to(replica, database)) },
    drop: () =>
      asAdmin(admin, (client) => client.query(`drop database if exists ${database} with (force)`)),
  };
}

/** The same database as somebody would write it into DATABASE_URL. */
export function addressOf({ admin }: { admin: pg.ClientConfig }): string {
  const { user, host, port, database } = admin;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
}

function to({ direct, ...login }: DatabaseLogin, database: string): DatabaseLogin {
  return { ...login, database, ...(direct && { direct: { ...direct, database } }) };
}

/** Idle superuser connections, one per database. */
const idle = new Map<string, pg.Client>();

/**
 * Uses a pooled connection: a new one costs PostgreSQL more than most queries on it. Transactions,
 * settings, prepared statements and listeners are cleared after the work.
 */
export async function asAdmin(
  admin: pg.ClientConfig,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const key = [admin.host, admin.port, admin.database, admin.user].join(' ');
  const client = idle.get(key) ?? (await openKept(key, admin));
  idle.delete(key);
  holding(client).ref();
  try {
    await work(client);
  } finally {
    await putBack(key, client);
  }
}

async function openKept(key: string, admin: pg.ClientConfig): Promise<pg.Client> {
  const client = await openClient(admin);
  client.once('end', () => idle.get(key) === client && idle.delete(key));
  return client;
}

/**
 * Whether the connection keeps the process alive: `pg` has this at run time, but its types leave it
 * out.
 */
const holding = (client: pg.Client) => client as unknown as { ref(): void; unref(): void };

async function putBack(key: string, client: pg.Client) {
  client.removeAllListeners('notification');
  client.removeAllListeners('notice');
  try {
    await client.query('rollback');
    await client.query('discard all');
    if (idle.has(key)) throw new Error('Another one is kept already.');
    idle.set(key, client);
    holding(client).unref();
  } catch {
    await client.end().catch(() => {});
  }
}
