import { expect, it } from 'vitest';
import { noPages } from '#test/support/no-pages.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { listen } from './listen.ts';
import { createLogger } from './logger.ts';
import { createServer } from './server.ts';
import { readConfig } from './settings/config.ts';

const { database, fetch: ask } = await openTestApi();

it('the keys of our tokens are kept ready, as the service itself publishes them', async () => {
  const path = '/auth/v1/.well-known/jwks.json';
  const { answerStored, stop } = await createServer({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    keys: testKeys,
    database,
    logger: createLogger('silent'),
    build: async () => noPages,
    files: new Map(),
  });
  const site = await listen(async () => new Response('made anew'), '127.0.0.1', 0, {
    answerStored,
  });
  try {
    const kept = await fetch(`http://127.0.0.1:${site.port}${path}`);
    const made = await ask(path);
    expect(await kept.json()).toEqual(await made.json());
    for (const name of ['cache-control', 'access-control-allow-origin']) {
      expect([name, kept.headers.get(name)]).toEqual([name, made.headers.get(name)]);
    }
    const headers = { 'if-none-match': kept.headers.get('etag') ?? '' };
    const again = await fetch(`http://127.0.0.1:${site.port}${path}`, { headers });
    expect(again.status).toBe(304);
  } finally {
    await site.close();
    await stop();
  }
});
