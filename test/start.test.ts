import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { findRunning } from '#database/embedded/embedded.ts';
import { StartError } from '#database/start-error.ts';
import { startSite } from '#server/main.ts';
import { readConfig } from '#server/settings/config.ts';
import { explainPort } from '#server/start/explain-port.ts';
import { addressOf, asAdmin } from '#test/support/engine.ts';
import { createSites, type Site, until } from '#test/support/site.ts';

const sites = createSites('site-start-');
const { newFolder, usedFolder } = sites;
afterAll(sites.clear);

describe('starting and stopping', () => {
  it('runs two copies on two ports and two data folders, each with keys that only its owner can read; stops on both signals, and finishes a running request', async () => {
    // One of them has a TMPDIR that does not exist.
    const [one, two] = await Promise.all([sites.start(), sites.start({ TMPDIR: '/not/there' })]);
    expect(one.url).not.toBe(two.url);
    expect(await failure({ DATA_DIR: one.dataDir })).toMatch(
      `is in use by another copy (process ${one.child.pid})`,
    );
    const copied = newFolder();
    cpSync(one.dataDir, copied, { recursive: true, filter: (path) => !isOfCluster.test(path) });
    // A command on the copy must not end up in the site that it was copied from.
    expect(findRunning(one.dataDir)).toBeDefined();
    expect(findRunning(copied)).toBeUndefined();
    for (const { url, dataDir } of [one, two]) {
      expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
      expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
      expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
    }
    const keys = await Promise.all(
      [one, two].map(async ({ url }) => (await fetch(`${url}/config.json`)).json()),
    );
    expect(keys[0]).not.toEqual(keys[1]);
    expect(await stop(one, 'SIGINT')).toBe(0);
    sites.copyFrom(one.dataDir);
    const running = slowRequest(`${two.url}/rest/v1/jobs`, keys[1]?.supabaseKey);
    await running.begun;
    const ended = stop(two, 'SIGTERM');
    await refused(two.url);
    running.finish();
    expect(await running.status).toBeGreaterThan(0);
    expect(await ended).toBe(0);
    expect(findRunning(two.dataDir)).toBeUndefined();
    expect(existsSync(join(two.dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });

  it('ends with npm, whichever of its processes gets the signal', async () => {
    const site = await sites.start({ DATA_DIR: await usedFolder() }, ['npm', 'start']);
    site.child.kill('SIGTERM');
    await refused(site.url);
    await vi.waitFor(() => expect(findRunning(site.dataDir)).toBeUndefined(), 300_000);
  });
});

describe('problems are reported in one sentence', () => {
  it('and the process exits with 1, without a stack', async () => {
    const child = sites.launch({ DATA_DIR: newFolder(), PORT: 'http' });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect(status).toBe(1);
    expect(said).toMatch(/^The setting PORT is wrong: .*\.env\.example.*\n$/);
  });

  it('a taken port', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const dataDir = await usedFolder();
    expect(await failure({ PORT: String(port), DATA_DIR: dataDir })).toMatch(
      `Port ${port} on 127.0.0.1 is taken. Stop the program that uses it, or set PORT to another number.`,
    );
    other.close();
    // A host name when no name server can be reached.
    const unknown = Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' });
    expect(explainPort(unknown, 'localhost', 1).message).toMatch(/has no address localhost/);
    // The failed start left nothing running.
    expect(findRunning(dataDir)).toBeUndefined();
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
    expect(await failure({ DATA_DIR: dataDir })).toMatch(
      /was made by PostgreSQL 12.*upgrade-database, set DATA_DIR/,
    );
  });

  it('a database that cannot be reached', async () => {
    const message = await failure({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(message).toMatch(/The database in DATABASE_URL cannot be reached/);
  });

  it('the address of an empty database, while the site is in the embedded one', async () => {
    const { admin } = inject('engine');
    const name = `empty_${Date.now().toString(36)}`;
    await asAdmin(admin, (client) => client.query(`create database ${name}`));
    const DATABASE_URL = addressOf({ admin: { ...admin, database: name } });
    const DATA_DIR = await usedFolder();
    try {
      expect(await failure({ DATA_DIR, DATABASE_URL })).toMatch(
        /names a database without a site, and the site is in the embedded one/,
      );
      expect(readdirSync(DATA_DIR)).not.toContain('database.elsewhere');
      const moved = newFolder();
      writeFileSync(join(moved, 'database.elsewhere'), '');
      expect(await failure({ DATA_DIR: moved, DATABASE_URL })).toMatch(
        /names a database without a site, and the site had another one until now/,
      );
    } finally {
      await asAdmin(admin, (client) => client.query(`drop database ${name} with (force)`));
    }
  });

  it('a missing address, where there was one before', async () => {
    const DATA_DIR = newFolder();
    writeFileSync(join(DATA_DIR, 'database.elsewhere'), '');
    expect(await failure({ DATA_DIR })).toMatch(/that setting is missing. Set it as it was/);
    expect(readdirSync(DATA_DIR)).not.toContain('postgres');
  });

  it('keys that cannot be read', async () => {
    const dataDir = await usedFolder();
    writeFileSync(join(dataDir, 'keys.json'), '{');
    expect(await failure({ DATA_DIR: dataDir })).toMatch(/keys\.json cannot be read/);
  });
});

/** Everything but the engine's record of itself. */
const isOfCluster = /\/cluster\/(?!postmaster\.pid)/;

function stop({ child }: Site, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return new Promise((resolve) => child.once('exit', resolve));
}

/** The message of a failed start; its process prints only the message of a StartError. */
async function failure(environment: Record<string, string>): Promise<string> {
  const settings = { PORT: '0', SEED: 'none', LOG_LEVEL: 'silent', DATA_DIR: newFolder() };
  const start = async () => startSite(readConfig({ ...settings, ...environment }), () => {});
  const error = await start().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  return error instanceof StartError ? error.message : '';
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
  const ask = () => fetch(`${url}/healthz`, { headers: { connection: 'close' } });
  await until(
    () => ask().then(Boolean, () => false),
    (isAnswered) => !isAnswered,
  );
}
