import { afterAll, expect, it } from 'vitest';
import { startOwnServer } from '#test/support/own-server.ts';
import { createSites, stopped } from '#test/support/site.ts';

const sites = createSites('site-away-');
afterAll(sites.clear);

it('says everywhere that the database is away, and logs it once', async () => {
  const own = await startOwnServer();
  const site = await sites.start({
    DATABASE_URL: await own.addressOf('away'),
    DATA_DIR: `${sites.newFolder()}/not/there/yet`,
  });
  const { supabaseKey } = await (await fetch(`${site.url}/config.json`)).json();
  const headers = { apikey: supabaseKey, 'content-type': 'application/json' };
  const addresses: [path: string, init?: RequestInit][] = [
    ['/healthz'],
    ['/readyz'],
    ['/jobs'],
    ['/sitemap.xml'],
    ['/dev/outbox'],
    ['/rest/v1/jobs?select=id', { headers }],
    [
      '/auth/v1/signup',
      { headers, method: 'POST', body: '{"email":"a@away.example","password":"kept-Ready-7"}' },
    ],
    ['/storage/v1/object/list/avatars', { headers, method: 'POST', body: '{"prefix":""}' }],
  ];
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  await own.stop();

  for (let round = 0; round < 3; round += 1) {
    for (const [path, init] of addresses) {
      const response = await fetch(site.url + path, init);
      const text = await response.text();
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([
        path,
        503,
        '2',
      ]);
      expect(text).not.toMatch(/ECONN|pg_wal|base\/|127\.0\.0\.1:\d+ /);
    }
  }
  for (const path of ['/livez', '/about', '/config.json']) {
    expect([path, (await fetch(site.url + path)).status]).toEqual([path, 200]);
  }
  const logged = site.said().match(/"msg":"the database cannot be reached"/g);
  expect(logged).toHaveLength(1);
  expect(site.said()).not.toMatch(/unexpected failure/);
  expect(await stopped(site.child)).toBe(0);
});
