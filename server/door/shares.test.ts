import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { asAdmin, cloneDatabase } from '#test/support/engine.ts';
import { noPages } from '#test/support/no-pages.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { createLogger } from '../logger.ts';
import { createServer } from '../server.ts';
import { readConfig } from '../settings/config.ts';

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
  await holder.end();
  await database.close();
  await clone.drop();
});

const { handle } = await createServer({
  config: readConfig({ LOG_LEVEL: 'silent' }),
  keys: testKeys,
  database,
  logger: createLogger('silent'),
  build: async () => noPages,
  files: new Map(),
});

const hog = '198.51.100.1';
const somebody = '198.51.100.2';

describe('while forty questions of one client take as long as they may', () => {
  it('every other client is answered, signs in and finds the site ready', async () => {
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

  it('that client can sign in as well, from behind the same address', async () => {
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

  it('more than can wait are told to come again, as a client that asks too much', async () => {
    const { hogging, release } = await hogEverything(110);
    await expect.poll(() => hogging.refusals.length).toBeGreaterThan(0);
    const refusal = hogging.refusals[0];
    expect([refusal?.status, refusal?.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refusal?.json()).toMatchObject({ code: 'too_many_at_once' });
    await release();
    const statuses = await hogging.statuses;
    expect(new Set(statuses)).toEqual(new Set([204, 429]));
  });

  it('who goes away while waiting is not asked for any more', async () => {
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

/** All that one client may have runs, and the rest of its questions wait. */
async function hogEverything(count = 40) {
  await holder.query('select pg_advisory_lock(12)');
  const hogging = { done: 0, refusals: [] as Response[], statuses: Promise.resolve([0]) };
  hogging.statuses = Promise.all(
    Array.from({ length: count }, async () => {
      const response = await ask(hog, '/rest/v1/rpc/wait_for_the_test', {});
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
        apikey:
          client === hog && path.startsWith('/rest') ? testKeys.secretKey : testKeys.publishableKey,
        'content-type': 'application/json',
      },
      body: body && JSON.stringify(body),
      signal,
    }),
    client,
  );
}
