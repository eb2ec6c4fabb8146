import { openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { asAdmin, cloneDatabase, makeDataDir } from '#test/support/engine.ts';
import { noPages } from '#test/support/no-pages.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { listen } from '../listen.ts';
import { createLogger } from '../logger.ts';
import { createServer } from '../server.ts';
import { readConfig } from '../settings/config.ts';
import { openLogOutput } from '../telemetry/log-output.ts';
import { openTelemetry } from '../telemetry/telemetry.ts';

const clone = await cloneDatabase(inject('engine'));
const database = openDatabase(clone.login, 10);
await asAdmin(clone.admin, (client) =>
  client.query(`create function public.wait_for_the_test() returns void language sql
      as 'select pg_advisory_xact_lock_shared(12)';
    grant execute on function public.wait_for_the_test to service_role`),
);
const holder = new pg.Client(clone.admin);
await holder.connect();
afterAll(async () => {
  site.server.closeAllConnections();
  await site.close();
  await stop();
  await holder.end();
  await database.close();
  await clone.drop();
});

const config = readConfig({ TRUST_PROXY: 'true' });
const log = join(makeDataDir('site-log-'), 'log');
const output = openLogOutput(openSync(log, 'a'));
const { watch, figures } = await openTelemetry(config, createLogger('silent'), output);
const { handle, answerCrowd, stop } = await createServer({
  config,
  keys: testKeys,
  database,
  logger: createLogger('silent'),
  build: async () => noPages,
  files: new Map(),
});
const site = await listen(handle, '127.0.0.1', 0, {
  trustProxy: true,
  door: { answerCrowd },
  watch,
});

const hog = '198.51.100.1';
const somebody = '198.51.100.2';

describe('while forty queries of one client run for as long as they may', () => {
  it('every other client is answered, can sign in, and finds the site ready', async () => {
    const { hogging, release } = await hogEverything();
    const others = [
      await ask(somebody, '/rest/v1/jobs?select=id'),
      await ask(somebody, '/auth/v1/token?grant_type=password', {
        email: 'nobody@people.example',
        password: 'no password',
      }),
      await ask(somebody, '/readyz'),
    ];
    expect(others.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(hogging.done).toBe(0);
    await release();
    expect(await hogging.statuses).toContain(204);
  });

  it('that client can sign in too, from the same address', async () => {
    const { hogging, release } = await hogEverything();
    const answer = await ask(hog, '/auth/v1/token?grant_type=password', {
      email: 'nobody@people.example',
      password: 'no password',
    });
    expect(answer.status).toBe(400);
    expect(hogging.done).toBe(0);
    await release();
    await hogging.statuses;
  });

  it('those beyond the waiting limit are told to come back, like a client that asks too much', async () => {
    const { hogging, release } = await hogEverything(110);
    await expect.poll(() => hogging.refusals.length).toBeGreaterThan(0);
    const refusal = hogging.refusals[0];
    expect([refusal?.status, refusal?.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refusal?.json()).toMatchObject({ code: 'too_many_at_once' });
    await release();
    const statuses = await hogging.statuses;
    expect(new Set(statuses)).toEqual(new Set([204, 429]));
  });

  it('the query of a client that leaves while waiting is never run', async () => {
    const { hogging, release } = await hogEverything(3);
    const leaving = new AbortController();
    const left = ask(hog, '/rest/v1/rpc/wait_for_the_test', {}, leaving.signal);
    leaving.abort();
    expect((await left).status).toBe(503);
    expect(hogging.done).toBe(0);
    await release();
    await hogging.statuses;
  });
});

describe('at the door, while one client has as many waiting requests as it may', () => {
  it('it is refused in the API’s words, before its key is checked', async () => {
    const { hogging, release } = await hogEverything(110);
    await expect.poll(() => hogging.refusals.length).toBeGreaterThan(0);
    const refusal = await knock(hog, '/rest/v1/jobs?select=id', { apikey: 'no key of ours' });
    const [inside] = hogging.refusals;
    expect([refusal.status, saidBy(refusal)]).toEqual([429, inside && saidBy(inside)]);
    expect(await refusal.json()).toEqual({
      ...(await inside?.json()),
      request_id: refusal.headers.get('x-request-id'),
    });
    expect((await knock(hog, '/rest/v1/jobs', { method: 'HEAD' })).status).toBe(429);
    await release();
    await hogging.statuses;
  });

  it('every other client is answered, and so are its own requests to the rest of the site', async () => {
    const { hogging, release } = await hogEverything(110);
    await expect.poll(() => hogging.refusals.length).toBeGreaterThan(0);
    const signIn = {
      method: 'POST',
      body: '{"email":"nobody@people.example","password":"no password"}',
    };
    const answers = [
      await knock(hog, '/rest/v1/jobs?select=id'),
      await knock(somebody, '/rest/v1/jobs?select=id'),
      await knock(somebody, '/rest/v1/rpc/wait_for_the_test', { apikey: 'no key of ours' }),
      await knock(hog, '/auth/v1/token?grant_type=password', signIn),
      await knock(hog, '/rest/v1/jobs', {
        method: 'OPTIONS',
        'access-control-request-method': 'GET',
      }),
      await knock(hog, '/readyz'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([429, 200, 401, 400, 204, 200]);
    await release();
    await hogging.statuses;
    expect((await knock(hog, '/rest/v1/jobs?select=id')).status).toBe(200);
  });

  it('a refusal does not wait for the body, and its connection takes the next request', async () => {
    const { hogging, release } = await hogEverything(110);
    await expect.poll(() => hogging.refusals.length).toBeGreaterThan(0);
    const { socket, heard } = talk();
    const head = `host: x\r\nx-forwarded-for: ${hog}\r\n`;
    socket.write(`POST /rest/v1/jobs HTTP/1.1\r\n${head}content-length: 9\r\n\r\n`);
    await expect.poll(heard).toMatch(/^HTTP\/1\.1 429 [\s\S]*"too_many_at_once"/);
    socket.write(`{"id": 1}GET /livez HTTP/1.1\r\n${head}\r\n`);
    await expect.poll(heard).toMatch(/HTTP\/1\.1 200 /);
    socket.destroy();
    await release();
    await hogging.statuses;
  });

  it('pipelined requests on one connection are each refused', async () => {
    const { hogging, release } = await hogEverything(110);
    await expect.poll(() => hogging.refusals.length).toBeGreaterThan(0);
    const { socket, heard } = talk();
    const one = `GET /rest/v1/jobs HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${hog}\r\n\r\n`;
    socket.write(one.repeat(200));
    await expect.poll(() => heard().match(/HTTP\/1\.1 429 /g)).toHaveLength(200);
    socket.destroy();
    await release();
    await hogging.statuses;
  });

  it('the log and the metrics show it', async () => {
    const { hogging, release } = await hogEverything(110);
    await expect.poll(() => hogging.refusals.length).toBeGreaterThan(0);
    const refusal = await knock(hog, '/rest/v1/jobs?select=id');
    const id = refusal.headers.get('x-request-id');
    const linesOfIt = async () => {
      await output.written();
      const lines = readFileSync(log, 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line)).filter(({ request }) => request === id);
    };
    const known = { route: '/rest/v1/*', status: 429, code: 'too_many_at_once' };
    await expect.poll(linesOfIt).toMatchObject([known, { ...known, event: 'limit' }]);
    expect(await figures.text()).toContain(
      'site_http_requests_total{route="/rest/v1/*",status="4xx"}',
    );
    await release();
    await hogging.statuses;
  });
});

it('at the door, while as many requests as may wait are waiting, a newcomer is told so and can still sign in', async () => {
  const others = Array.from({ length: 6 }, (_, place) => `198.51.100.${10 + place}`);
  const { hogging, release } = await hogEverything(101, [hog, ...others]);
  await expect.poll(() => hogging.refusals.length).toBeGreaterThan(0);
  const refusal = await knock(somebody, '/rest/v1/jobs', { apikey: 'no key of ours' });
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '2']);
  expect(refusal.headers.get('access-control-allow-origin')).toBe('*');
  expect(await refusal.json()).toMatchObject({ code: 'database_unavailable' });
  const signIn = await ask(somebody, '/auth/v1/token?grant_type=password', {
    email: 'nobody@people.example',
    password: 'no password',
  });
  expect(signIn.status).toBe(400);
  await release();
  await hogging.statuses;
});

/** A raw connection, and what has come back on it. */
function talk() {
  const socket = connect(site.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return { socket, heard: () => text };
}

/** From outside, as a proxy passes it on. */
function knock(
  client: string,
  path: string,
  { method, body, ...headers }: Record<string, string> = {},
) {
  return fetch(`http://127.0.0.1:${site.port}${path}`, {
    method,
    body,
    headers: {
      apikey: testKeys.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': client,
      ...headers,
    },
  });
}

/** Its headers, without those that differ by response or by connection. */
function saidBy({ headers }: Response) {
  const own = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length']);
  return [...headers].filter(([name]) => !own.has(name));
}

/** Everything that one client may run is running, and the rest of its queries wait. */
async function hogEverything(count = 40, clients = [hog]) {
  await holder.query('select pg_advisory_lock(12)');
  const hogging = { done: 0, refusals: [] as Response[], statuses: Promise.resolve([0]) };
  hogging.statuses = Promise.all(
    clients
      .flatMap((client) => Array(count).fill(client))
      .map(async (client) => {
        const response = await ask(client, '/rest/v1/rpc/wait_for_the_test', {});
        if (response.status === 204) hogging.done += 1;
        else hogging.refusals.push(response);
        return response.status;
      }),
  );
  await expect
    .poll(async () => {
      const { rows } = await holder.query(
        `select count(*)::int from pg_locks join pg_database d on d.oid = pg_locks.database
          where locktype = 'advisory' and not granted and d.datname = current_database()`,
      );
      return rows[0].count;
    })
    .toBeGreaterThan(0);
  return { hogging, release: () => holder.query('select pg_advisory_unlock(12)') };
}

async function ask(client: string, path: string, body?: object, signal?: AbortSignal) {
  return handle(
    new Request(`http://127.0.0.1:3000${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        apikey: path.startsWith('/rest/v1/rpc/') ? testKeys.secretKey : testKeys.publishableKey,
        'content-type': 'application/json',
      },
      body: body && JSON.stringify(body),
      signal,
    }),
    client,
  );
}
