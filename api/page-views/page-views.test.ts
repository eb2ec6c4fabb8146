import { describe, expect, it } from 'vitest';
import { countedPath } from '#app/page-paths.ts';
import type { Database } from '#database/database.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { createPageViews, viewOf } from './page-views.ts';

const { actors, database } = await openTestApi();
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

describe('a view of a page', () => {
  it('is added up by day and page, over several writes', async () => {
    const views = open();
    views.count(viewOf(get('/about')), '/about', 200);
    views.count(viewOf(get('/about')), '/about', 304);
    await settle(views);
    views.count(viewOf(get('/about')), '/about', 200);
    views.count(viewOf(get('/')), '/', 200);
    await settle(views);
    expect(await counted()).toEqual([
      { path: '/', views: 1 },
      { path: '/about', views: 3 },
    ]);
  });

  it('of a job does not say which job', async () => {
    const views = open();
    const path = '/job/10000000-0000-4000-8000-000000000001';
    views.count(viewOf(get(path)), path, 200);
    await settle(views);
    expect(await counted()).toEqual([{ path: '/job/:id', views: 1 }]);
  });

  it('of a job is counted for its poster', async () => {
    const poster = await actors.signedIn();
    const [id = ''] = await storeJobs(database, [jobRow(poster.id)]);
    const views = open();
    for (const path of [`/job/${id}`, `/job/${id}`, `/job/${crypto.randomUUID()}`]) {
      views.count(viewOf(get(path)), path, 200);
    }
    const robot = { 'user-agent': 'Googlebot/2.1' };
    views.count(viewOf(get(`/job/${id}`, robot)), `/job/${id}`, 200);
    await settle(views);
    const { data } = await poster.client.from('job_activity').select('job_id, views, apply_clicks');
    expect(data).toEqual([{ job_id: id, views: 2, apply_clicks: 0 }]);
    await counted();
  });

  it.each([
    ['a robot', '/about', 200, { 'user-agent': 'Googlebot/2.1' }],
    ['a program without a name', '/about', 200, { 'user-agent': undefined }],
    ['a browser that prefetches', '/about', 200, { 'sec-purpose': 'prefetch' }],
    ['a script of the page', '/about', 200, { 'sec-fetch-dest': 'empty' }],
    ['a page that failed', '/about', 500, {}],
    ['a path that is no page', '/wp-login.php', 200, {}],
  ] as const)('is not counted for %s', async (_who, path, status, headers) => {
    const views = open();
    views.count(viewOf(get(path, headers)), path, status);
    await settle(views);
    expect(await counted()).toEqual([]);
  });

  it('that was prefetched is counted when the browser shows it', async () => {
    const views = open();
    for (const path of ['/faq', '/no-such-page', '/faq'.padEnd(5_000, 'x')]) {
      const response = await views.hear(post(path));
      expect(response.status).toBe(204);
    }
    await settle(views);
    expect(await counted()).toEqual([{ path: '/faq', views: 1 }]);
  });

  it.each([
    ['another site', '/faq', { 'sec-fetch-site': 'cross-site' }],
    ['a program that does not say where it comes from', '/faq', { 'sec-fetch-site': undefined }],
    ['a job that does not exist', `/job/${crypto.randomUUID()}`, {}],
    ['a robot', '/faq', { 'user-agent': 'Googlebot/2.1' }],
  ])('is not counted if it is reported by or about %s', async (_, path, headers) => {
    const views = open();
    expect((await views.hear(post(path, headers))).status).toBe(204);
    await settle(views);
    expect(await counted()).toEqual([]);
  });

  it('of a job that the browser reports is counted while the job exists', async () => {
    const poster = await actors.signedIn();
    const [id = ''] = await storeJobs(database, [jobRow(poster.id)]);
    const views = open();
    await views.hear(post(`/job/${id}`));
    await settle(views);
    expect(await counted()).toEqual([{ path: '/job/:id', views: 1 }]);
  });

  it('by one client counts once a minute for a page, however it is reported, and for sixty pages', async () => {
    const views = open();
    const at = (address: string) => ({ 'x-client-address': address });
    for (let count = 0; count < 5; count += 1) {
      views.count(viewOf(get('/faq')), '/faq', 200, () => '203.0.113.5');
      await views.hear(post('/faq', at('203.0.113.5')));
    }
    views.count(viewOf(get('/faq')), '/faq', 200, () => '203.0.113.6');
    await settle(views);
    expect(await counted()).toEqual([{ path: '/faq', views: 2 }]);

    const poster = await actors.signedIn();
    const rows = Array.from({ length: 70 }, () => jobRow(poster.id));
    for (const id of await storeJobs(database, rows)) {
      views.count(viewOf(get(`/job/${id}`)), `/job/${id}`, 200, () => '2001:db8::1');
    }
    await settle(views);
    expect(await counted()).toEqual([{ path: '/job/:id', views: 60 }]);
  });

  it('is not counted at all if counting is off', async () => {
    const views = open({ isOn: false });
    views.count(viewOf(get('/about')), '/about', 200);
    await views.hear(post('/about'));
    await settle(views);
    expect(await counted()).toEqual([]);
  });

  it('is kept until the database is back', async () => {
    let isDown = true;
    const bugs: unknown[] = [];
    const shaky: Database = {
      ...database,
      asService: {
        ...database.asService,
        query: (statement) =>
          isDown ? Promise.reject(new Error('down')) : database.asService.query(statement),
      },
    };
    const views = open({ database: shaky, reportBug: (error) => bugs.push(error) });
    views.count(viewOf(get('/about')), '/about', 200);
    await settle(views);
    isDown = false;
    await views.stop();
    expect(bugs).toHaveLength(1);
    expect(await counted()).toEqual([{ path: '/about', views: 1 }]);
  });

  it('whose write fails while the process stops is written before it ends', async () => {
    const { promise: first, reject: loseLine } = Promise.withResolvers<never>();
    let asked = 0;
    const shaky: Database = {
      ...database,
      asService: {
        ...database.asService,
        query: (statement) => (asked++ === 0 ? first : database.asService.query(statement)),
      },
    };
    const views = open({ database: shaky, reportBug() {} });
    views.count(viewOf(get('/about')), '/about', 200);
    const ends = [views.flush(), views.stop()];
    loseLine(new Error('The line was lost.'));
    await Promise.all(ends);
    expect(await counted()).toEqual([{ path: '/about', views: 1 }]);
  });
});

function open(changes: Partial<Parameters<typeof createPageViews>[0]> = {}) {
  return createPageViews({
    database,
    isOn: true,
    countedPath,
    reportBug: (error) => {
      throw error;
    },
    ...changes,
  });
}

function get(path: string, headers: Record<string, string | undefined> = {}) {
  const given = { 'user-agent': browser, ...headers };
  const known = Object.entries(given).filter((each): each is [string, string] => Boolean(each[1]));
  return new Request(`http://site.test${path}`, { headers: known });
}

function post(path: string, headers: Record<string, string | undefined> = {}) {
  const given = { 'user-agent': browser, 'sec-fetch-site': 'same-origin', ...headers };
  const known = Object.entries(given).filter((each): each is [string, string] => Boolean(each[1]));
  return new Request('http://site.test/views', { method: 'POST', headers: known, body: path });
}

/** Counting is not awaited, so let it run before the counts are written. */
async function settle(views: ReturnType<typeof open>) {
  await new Promise((resolve) => setImmediate(resolve));
  await views.flush();
}

/** What was counted since the last call. */
async function counted() {
  const { rows } = await database.asService.query<{ path: string; views: number }>({
    text: 'delete from public.page_views where day >= current_date - 1 returning path, views',
  });
  return rows.toSorted((a, b) => a.path.localeCompare(b.path));
}
