import { afterAll, expect, it } from 'vitest';
import { withClient } from '#database/open-client.ts';
import { startOwnServer } from '#test/support/own-server.ts';
import { createSites, stopped, until } from '#test/support/site.ts';

const sites = createSites('site-away-');
afterAll(sites.clear);

const own = await startOwnServer({ max_connections: '60' });
const site = await sites.start({
  DATABASE_URL: await own.addressOf('away'),
  DATA_DIR: `${sites.newFolder()}/not/there/yet`,
  SEED: 'demo',
  // Kept pages do not need the database.
  PAGES_MADE: 'ahead',
  // One client tries wrong passwords all the time, which would be answered with 429.
  AUTH_LIMIT_PASSWORDS_PER_CLIENT: '100000/900',
  AUTH_LIMIT_TOKENS: '100000/300',
});
const { supabaseKey } = await (await fetch(`${site.url}/config.json`)).json();
const headers = { apikey: supabaseKey, 'content-type': 'application/json' };

/**
 * Half a minute of it is worth trying by hand: `STORM_ROUNDS=250 npx vitest run
 * test/database-away.test.ts`.
 */
const rounds = Number(process.env.STORM_ROUNDS ?? 12);

it('survives having all its connections cut again and again, and answers 503 meanwhile', async () => {
  const over = new AbortController();
  const asked = Promise.all(
    Array.from({ length: 8 }, (_, place) => keepAsking(place, over.signal)),
  );
  const cut = await storm().finally(() => over.abort());
  const answers = (await asked).flat();
  const counts = Object.fromEntries(
    Object.entries(Object.groupBy(answers, (answer) => answer)).map(([answer, all]) => [
      answer,
      all?.length,
    ]),
  );
  process.stderr.write(`${JSON.stringify({ rounds, cut, counts })}\n`);

  expect(site.child.exitCode).toBeNull();
  expect(cut).toBeGreaterThan(rounds);
  expect(Object.keys(counts).filter((answer) => !/^(2\d\d|400|503 \d+)$/.test(answer))).toEqual([]);
  // Everything recovers: requests, the queue, and the connection for notifications.
  const healthy = await until(
    () => fetch(`${site.url}/healthz`),
    ({ status }) => status === 200,
  );
  expect(healthy.status).toBe(200);
  const admin = { ...own.admin, database: 'away' };
  await withClient(admin, async (client) => {
    await client.query(
      `select queue.add('newsletter-trial', '{"to":"a@storm.example","subject":"S","text":"T"}')`,
    );
    await until(
      () => client.query(`select from queue.outbox where recipient = 'a@storm.example'`),
      ({ rowCount }) => rowCount === 1,
    );
  });
});

it('says everywhere that the database is away, and logs it once', async () => {
  const before = site.said().length;
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
  // It may have begun when connections were cut; between two beginnings there is an end.
  const begun = site.said().match(/"msg":"the database cannot be reached"/g);
  const over = site.said().match(/"msg":"over: the database cannot be reached"/g);
  expect(begun).toHaveLength(1 + (over?.length ?? 0));
  expect(site.said().slice(before)).not.toMatch(/unexpected failure/);
  expect(await stopped(site.child)).toBe(0);
});

/** Cuts every connection but its own, several times a second; returns how many there were. */
async function storm(): Promise<number> {
  let cut = 0;
  await withClient(own.admin, async (client) => {
    for (let round = 0; round < rounds; round += 1) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      cut += rowCount ?? 0;
      await client.query('select pg_sleep(0.1)');
    }
  });
  return cut;
}

/** The statuses of one request after the other, with their retry-after. */
async function keepAsking(place: number, over: AbortSignal) {
  const requests = [
    () => fetch(`${site.url}/rest/v1/jobs?select=id,title&limit=3`, { headers }),
    () => fetch(`${site.url}/healthz`),
    () =>
      fetch(`${site.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers,
        // A new address each time: ten wrong passwords for one would lock it for minutes.
        body: JSON.stringify({
          email: `nobody-${place}-${crypto.randomUUID()}@storm.example`,
          password: 'secret-1',
        }),
      }),
    () => fetch(`${site.url}/about`),
  ];
  const answers: string[] = [];
  for (let round = place; !over.aborted; round += 1) {
    const response = await requests[round % requests.length]?.();
    if (!response) continue;
    await response.text();
    const later = response.headers.get('retry-after');
    answers.push(later ? `${response.status} ${later}` : String(response.status));
  }
  return answers;
}
