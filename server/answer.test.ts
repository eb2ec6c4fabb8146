import { afterAll, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { cloneDatabase } from '#test/support/engine.ts';
import { noPages } from '#test/support/no-pages.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { createLogger } from './logger.ts';
import { createServer } from './server.ts';
import { readConfig } from './settings/config.ts';

const clone = await cloneDatabase(inject('engine'));
const database = openDatabase(clone.login, 2);
afterAll(async () => {
  await database.close();
  await clone.drop();
});

it('notes the webhooks that arrive, and not the preflight requests of browsers', async () => {
  const noted: number[] = [];
  const { handle } = await createServer({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    keys: testKeys,
    database,
    logger: createLogger('silent'),
    noteWebhook: (status) => noted.push(status),
    build: async () => noPages,
    files: new Map(),
  });
  const statusOf = async (method: string) => {
    const asked = new Request('http://127.0.0.1:3000/functions/v1/stripe-webhook', { method });
    return (await handle(asked, '127.0.0.1')).status;
  };
  expect(await statusOf('OPTIONS')).toBeLessThan(300);
  expect(noted).toEqual([]);
  const sent = await statusOf('POST');
  expect(noted).toEqual([sent]);
});

it('leaves a trailing slash to the API, whose paths may end with one', async () => {
  const { handle } = await createServer({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    keys: testKeys,
    database,
    logger: createLogger('silent'),
    build: async () => noPages,
    files: new Map(),
  });
  const ask = (path: string) => {
    const headers = { apikey: testKeys.secretKey };
    return handle(new Request(`http://127.0.0.1:3000${path}`, { headers }), '127.0.0.1');
  };
  const description = await ask('/rest/v1/');
  expect(description.status).toBe(200);
  expect(await description.json()).toMatchObject({ swagger: '2.0' });
  expect((await ask('/storage/v1/bucket/')).status).not.toBe(308);
  const page = await ask('/jobs/?q=coder');
  expect([page.status, page.headers.get('location')]).toEqual([308, '/jobs?q=coder']);
});
