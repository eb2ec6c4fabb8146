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

/** What the browser is told about the data service when it asks under one host name or another. */
async function askUnder(origin: string, settings: Record<string, string>) {
  const { handle } = await createServer({
    config: readConfig({ LOG_LEVEL: 'silent', ...settings }),
    keys: testKeys,
    database,
    logger: createLogger('silent'),
    build: async () => noPages,
    files: new Map(),
  });
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const answer = await handle(new Request(`${origin}/config.json`, { headers }), '127.0.0.1');
  expect(answer.status).toBe(200);
  return answer.json();
}

const names = ['http://127.0.0.1:3000', 'http://192.168.1.5:3000', 'http://evil.example'];

it('without an address of its own, the site refers browsers to whichever host they asked', async () => {
  for (const name of names) {
    for (const TRUST_PROXY of ['false', 'true']) {
      expect(await askUnder(name, { TRUST_PROXY })).toEqual({
        supabaseUrl: '/',
        supabaseKey: testKeys.publishableKey,
      });
    }
  }
});

it('with one, it uses that address and no other', async () => {
  for (const name of names) {
    const { supabaseUrl } = await askUnder(name, { SITE_URL: 'https://www.site.example/' });
    expect(supabaseUrl).toBe('https://www.site.example');
  }
});
