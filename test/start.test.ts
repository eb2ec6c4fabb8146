import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { findRunning } from '#database/embedded/embedded.ts';
import { createSites } from '#test/support/site.ts';

const sites = createSites('site-start-');
const { newFolder } = sites;
const started: ChildProcess[] = [];

afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  await sites.clear();
});

describe('starting', () => {
  it('says when it answers, and answers', async () => {
    const site = await start({ DATA_DIR: newFolder() });
    expect(await (await fetch(`${site.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${site.url}/readyz`)).json()).toEqual({ status: 'ready' });
    await stop(site, 'SIGTERM');
  });

  it('runs two copies on two ports and two data folders', async () => {
    const [one, two] = await Promise.all([
      start({ DATA_DIR: newFolder() }),
      start({ DATA_DIR: newFolder() }),
    ]);
    expect(one.url).not.toBe(two.url);
    const keys = await Promise.all(
      [one, two].map(async ({ url }) => (await fetch(`${url}/config.json`)).json()),
    );
    expect(keys[0]).not.toEqual(keys[1]);
    await Promise.all([stop(one, 'SIGTERM'), stop(two, 'SIGINT')]);
  });

  it('keeps its keys where only the owner reads them', async () => {
    const site = await start();
    const { mode } = statSync(join(site.dataDir, 'keys.json'));
    expect(mode & 0o777).toBe(0o600);
    await stop(site, 'SIGTERM');
  });
});

describe('stopping', () => {
  it('ends with npm, whichever of its processes the signal reaches', async () => {
    const site = await start({}, ['npm', 'start']);
    site.child.kill('SIGTERM');
    await refused(site.url);
    await vi.waitFor(() => expect(findRunning(site.dataDir)).toBeUndefined(), 300_000);
  });

  it('finishes a running request, ends the database and exits with 0', async () => {
    const site = await start();
    const { supabaseKey } = await (await fetch(`${site.url}/config.json`)).json();
    const running = slowRequest(`${site.url}/rest/v1/jobs`, supabaseKey);
    await running.begun;
    site.child.kill('SIGTERM');
    await refused(site.url);
    running.finish();
    expect(await running.status).toBeGreaterThan(0);
    expect(await ended(site.child)).toBe(0);
    expect(findRunning(site.dataDir)).toBeUndefined();
    expect(existsSync(join(site.dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });

  it('has every committed row after kill -9 of the whole group', async () => {
    const dataDir = await sites.usedFolder();
    for (let round = 1; round <= 3; round += 1) {
      const site = await start({ DATA_DIR: dataDir });
      const client = new pg.Client(findRunning(dataDir));
      client.on('error', () => {});
      await client.connect();
      await client.query('create table if not exists kept (round int)');
      await client.query('insert into kept values ($1)', [round]);
      process.kill(-(site.child.pid ?? 0), 'SIGKILL');
      await ended(site.child);
      await client.end().catch(() => {});
    }
    const site = await start({ DATA_DIR: dataDir });
    const client = new pg.Client(findRunning(dataDir));
    await client.connect();
    const { rows } = await client.query('select round from kept order by round');
    await client.end();
    expect(rows.map(({ round }) => round)).toEqual([1, 2, 3]);
    await stop(site, 'SIGTERM');
  });
});

describe('what can be wrong is said in one sentence', () => {
  it('a wrong setting', async () => {
    expect(await failure({ PORT: 'http' })).toMatch(/^The setting PORT is wrong: .*\.env\.example/);
  });

  it('a taken port', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const dataDir = await sites.usedFolder();
    expect(await failure({ PORT: String(port), DATA_DIR: dataDir })).toMatch(
      `Port ${port} on 127.0.0.1 is taken. Stop the program that uses it, or set PORT to another number.`,
    );
    other.close();
  });

  it('a data folder that another copy uses', async () => {
    const site = await start();
    expect(await failure({ DATA_DIR: site.dataDir })).toMatch(
      /is in use by another copy \(process \d+\)/,
    );
    await stop(site, 'SIGTERM');
  });

  it('a data folder that cannot be written', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(await failure({ DATA_DIR: join(file, 'data') })).toMatch(/cannot be written/);
  });

  it('a data folder of another PostgreSQL version', async () => {
    const dataDir = newFolder();
    const cluster = join(dataDir, 'postgres/cluster');
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, 'PG_VERSION'), '12\n');
    expect(await failure({ DATA_DIR: dataDir })).toMatch(/was made by PostgreSQL 12.*Set DATA_DIR/);
  });

  it('a database that cannot be reached', async () => {
    const message = await failure({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(message).toMatch(/The database in DATABASE_URL cannot be reached/);
  });

  it('keys that cannot be read', async () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, 'keys.json'), '{');
    expect(await failure({ DATA_DIR: dataDir })).toMatch(/keys\.json cannot be read/);
  });
});

type Site = { child: ChildProcess; url: string; dataDir: string };

const directly = [process.execPath, 'commands/run.mjs', 'start'];

function launch(environment: Record<string, string>, [program = '', ...words] = directly) {
  const child = spawn(program, words, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.push(child);
  return child;
}

/** Starts on a folder that was used before, unless it is told which. */
async function start(environment: Record<string, string> = {}, command = directly): Promise<Site> {
  const dataDir = environment.DATA_DIR ?? (await sites.usedFolder());
  const child = launch({ ...environment, DATA_DIR: dataDir }, command);
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const [, ready] = output.match(/^ready (http:\S+)$/m) ?? [];
      if (ready) resolve(ready);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', () => reject(new Error(`It did not start: ${output}`)));
  });
  return { child, url, dataDir };
}

async function stop({ child }: Site, signal: NodeJS.Signals) {
  child.kill(signal);
  expect(await ended(child)).toBe(0);
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

/** What a start that fails says; it exits with 1 and shows no stack. */
async function failure(environment: Record<string, string>): Promise<string> {
  const child = launch({ DATA_DIR: newFolder(), ...environment });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  expect(await ended(child)).toBe(1);
  expect(said).not.toMatch(/\n\s+at /);
  return said;
}

/** A request whose body is not finished until `finish` is called. */
function slowRequest(url: string, apikey: string) {
  const begun = Promise.withResolvers<void>();
  const status = Promise.withResolvers<number>();
  const request = httpRequest(url, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
  request.on('response', (response) => {
    response.resume();
    status.resolve(response.statusCode ?? 0);
  });
  request.on('error', status.reject);
  request.write('{"title": ', () => begun.resolve());
  return { begun: begun.promise, status: status.promise, finish: () => request.end('"x"}') };
}

async function refused(url: string) {
  for (;;) {
    try {
      await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
    } catch {
      return;
    }
  }
}
