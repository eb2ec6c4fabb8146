import { RouterContextProvider } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { loader as loadFeed } from './jobs-feed.ts';
import { loader as loadSitemap } from './sitemap.ts';
import { loader as loadPart } from './sitemap-part.ts';

vi.stubGlobal('__RELEASED__', '2026-01-01');

const { actors, database } = await openTestApi();
const context = new RouterContextProvider();
context.set(dataClient, actors.anonymous.client as never);
context.set(requestInfo, { origin: siteUrl } as never);

const sitemap = async () => (await loadSitemap({ context })).text();
const part = async (name: string) => (await loadPart({ context, params: { part: name } })).text();
const feed = async (query = '') =>
  (await loadFeed({ context, request: new Request(`${siteUrl}/jobs/feed.xml${query}`) })).text();

const ids: Record<string, string> = {};
beforeAll(async () => {
  const poster = await actors.signedIn();
  const past = '2026-01-02T00:00:00Z';
  const kinds = {
    live: { title: 'R&D <Nurse>', job_type: 'Contract' },
    other: { title: 'Coder' },
    expired: { published_at: past },
    closed: { is_active: false },
    hidden: { hidden_at: past },
  };
  for (const [kind, changes] of Object.entries(kinds)) {
    const [id = ''] = await storeJobs(database, [jobRow(poster.id, changes)]);
    ids[kind] = id;
  }
});

it('lists live jobs only, and what they are called is text', async () => {
  for (const xml of [await sitemap(), await feed()]) {
    expect(xml).toContain(`/job/${ids.live}`);
    for (const kind of ['expired', 'closed', 'hidden']) expect(xml).not.toContain(ids[kind]);
  }
  expect(await feed()).toContain('R&#38;D &#60;Nurse&#62;, Piedmont Valley Health');
});

it('leaves out a job from the moment at which it ends', async () => {
  const set = (time: string) =>
    database.asService.query({
      text: `update public.jobs set published_at = now() - interval '60 days' + $2::interval
        where id = $1`,
      values: [ids.other, time],
    });
  await set('1 minute');
  expect(await sitemap()).toContain(ids.other);
  await set('0 seconds');
  for (const xml of [await sitemap(), await feed()]) expect(xml).not.toContain(ids.other);
});

it('has the filters of the board in the feed', async () => {
  expect(await feed('?q=nurse&type=Contract')).toContain(`/job/${ids.live}`);
  expect(await feed('?type=Other')).not.toContain('<item>');
});

it('says when each address changed', async () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(await sitemap()).toContain(
    `<loc>${siteUrl}/job/${ids.live}</loc><lastmod>${today}</lastmod>`,
  );
});

it('becomes an index of parts of ten thousand', async () => {
  await database.asService.query({
    text: `insert into public.jobs (title, company, location, application_url, description,
        contact_name, contact_email, posted_by)
      select 'Aa ' || n, 'Aa', 'Aa', 'https://a.example', repeat('a', 50), 'Aa', 'a@a.example',
        (select posted_by from public.jobs limit 1)
      from generate_series(1, 10000) as n`,
  });
  const index = await sitemap();
  expect(index).toContain('<sitemapindex');
  expect(index.match(/<loc>[^<]+/g)).toEqual(
    ['pages', 'companies', 'jobs-1', 'jobs-2'].map((name) => `<loc>${siteUrl}/sitemap/${name}.xml`),
  );
  expect(await part('pages.xml')).toContain(`<loc>${siteUrl}/jobs</loc>`);
  const jobs = [await part('jobs-1.xml'), await part('jobs-2.xml')].flatMap(
    (xml) => xml.match(/\/job\/[^<]+/g) ?? [],
  );
  expect(jobs).toHaveLength(10_001);
  expect(new Set(jobs).size).toBe(10_001);
  for (const name of ['jobs-3.xml', 'jobs-0.xml', 'others.xml']) {
    await expect(part(name)).rejects.toMatchObject({ status: 404 });
  }
});
