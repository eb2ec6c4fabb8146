import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { addressOf, cloneDatabase } from '#test/support/engine.ts';
import { freePort } from '#test/support/own-server.ts';
import { createSites, stopped, until } from '#test/support/site.ts';
import { hasNginx, startNginx } from '../bench/parts/nginx.ts';

const sites = createSites('site-rolling-');
const clone = hasNginx() ? await cloneDatabase(inject('engine')) : undefined;
const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
chmodSync(folder, 0o755); // nginx's workers run as a user of their own
afterAll(async () => {
  await sites.clear();
  await clone?.drop();
  rmSync(folder, { recursive: true });
});

/** The configuration in deploy/ with two processes behind it, as docs/deploy.md describes. */
it.skipIf(!hasNginx())(
  'a new version is rolled out, process by process, without a failed request',
  async () => {
    const ports = [await freePort(), await freePort()];
    const start = async (port: number) => {
      const site = await sites.start({
        DATABASE_URL: clone ? addressOf(clone) : '',
        PORT: String(port),
        TRUST_PROXY: 'true',
        SITE_URL: 'http://rolling.example',
        PUBLISHABLE_KEY: 'sb_publishable_of_both_processes',
        LOG_LEVEL: 'error',
      });
      await until(
        async () => (await fetch(`${site.url}/readyz`)).status,
        (status) => status === 200,
      );
      return site;
    };
    const [one, two] = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)];
    const { supabaseKey } = await (await fetch(`${one.url}/config.json`)).json();
    const named = ports.map((port) => `127.0.0.1:${port} max_fails=0`).join('; server ');
    const { child, urls } = await startNginx(folder, named, []);
    const asked = keepAsking(urls.proxy, supabaseKey);
    try {
      await untilAskedOften(asked);
      expect(await stopped(one.child)).toBe(0);
      const next = await start(ports[0] ?? 0);
      await untilAskedOften(asked);
      // Its turn: from here on the new one answers everybody.
      expect(await stopped(two.child)).toBe(0);
      await untilAskedOften(asked);
      expect(next.child.exitCode).toBeNull();
    } finally {
      await asked.stop();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    }
    expect(asked.failures()).toEqual([]);
    expect(asked.count()).toBeGreaterThan(150);
  },
);

async function untilAskedOften({ count }: ReturnType<typeof keepAsking>) {
  const before = count();
  await until(
    async () => count() - before,
    (more) => more > 50,
  );
}

/** Readers and writers, each on a keep-alive connection of its own, one request after the other. */
function keepAsking(proxy: string, apikey: string) {
  let isOver = false;
  let count = 0;
  const failures: string[] = [];
  const kinds: { method: string; path: string; body?: string }[] = [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/jobs?page=1' },
    { method: 'GET', path: '/rest/v1/jobs?select=id&limit=1' },
    { method: 'POST', path: '/views', body: JSON.stringify({ path: '/jobs' }) },
    { method: 'POST', path: '/rest/v1/rpc/board_changed_on', body: '{}' },
  ];
  const workers = kinds.flatMap((kind) =>
    [1, 2].map(async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isOver) {
        const status = await ask(agent, proxy + kind.path, kind, apikey);
        count += 1;
        if (!(Number(status) < 400)) failures.push(`${kind.method} ${kind.path}: ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      agent.destroy();
    }),
  );
  return {
    count: () => count,
    failures: () => failures,
    async stop() {
      isOver = true;
      await Promise.all(workers);
    },
  };
}

function ask(
  agent: Agent,
  url: string,
  { method, body }: { method: string; body?: string },
  apikey: string,
): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { apikey, ...(body && { 'content-type': 'application/json' }) };
    const asked = request(url, { agent, method, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', (error) => resolve(error.message));
    });
    asked.once('error', (error) => resolve(error.message));
    asked.end(body);
  });
}
