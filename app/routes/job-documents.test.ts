import { RouterContextProvider } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { loader as loadFeed } from './jobs-feed.ts';
import { loader as loadJsonFeed } from './jobs-json-feed.ts';
import { loader as loadXmlFeed } from './jobs-xml-feed.ts';
import { loader as loadSitemap } from './sitemap.ts';
import { loader as loadPart } from './sitemap-part.ts';

vi.stubGlobal('__RELEASED__', '2026-01-01');

const { actors, asAdmin, database } = await openTestApi();
const context = new RouterContextProvider();
context.set(dataClient, actors.anonymous.client as never);
context.set(requestInfo, { origin: siteUrl } as never);

const sitemap = async () => (await loadSitemap({ context })).text();
const part = async (name: string) => (await loadPart({ context, params: { part: name } })).text();
const feed = async (query = '') =>
  (await loadFeed({ context, request: new Request(`${siteUrl}/jobs/feed.xml${query}`) })).text();

const jsonFeed = async (query = '') =>
  (
    await loadJsonFeed({ context, request: new Request(`${siteUrl}/jobs/feed.json${query}`) })
  ).json();
const xmlFeed = async (query = '') =>
  (
    await loadXmlFeed({ context, request: new Request(`${siteUrl}/jobs/indeed.xml${query}`) })
  ).text();
const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value);

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

it('lists only live jobs, with their titles escaped', async () => {
  for (const xml of [
    await sitemap(),
    await feed(),
    await xmlFeed(),
    JSON.stringify(await jsonFeed()),
  ]) {
    expect(xml).toContain(`/job/${ids.live}`);
    for (const kind of ['expired', 'closed', 'hidden']) expect(xml).not.toContain(ids[kind]);
  }
  expect(await feed()).toContain('R&#38;D &#60;Nurse&#62;, Piedmont Valley Health');
});

it('leaves out a job from the moment it ends', async () => {
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

it('applies the filters of the board to the feed', async () => {
  expect(await feed('?q=nurse&type=Contract')).toContain(`/job/${ids.live}`);
  expect(await feed('?type=Other')).not.toContain('<item>');
});

it('gives job sites the full texts, with everything that a posting states', async () => {
  const long = `${'It is work. '.repeat(100)}The end & more <than> that.`;
  const poster = await actors.signedIn();
  const [id = ''] = await storeJobs(database, [
    jobRow(poster.id, {
      ...{
        title: 'CDI whole text',
        description: long,
        requirements: 'Two years',
        job_type: 'Part-time',
      },
      ...{
        workplace: 'hybrid',
        city: 'Charlotte',
        region: 'NC',
        country: 'US',
        benefits: 'Paid leave',
      },
      ...{ salary_from: 30, salary_to: 35, salary_currency: 'USD', salary_period: 'hour' },
    }),
  ]);
  const xml = await xmlFeed('?q=CDI+whole');
  expect(valuesOf(xml, 'referencenumber')).toEqual([id]);
  expect(valuesOf(xml, 'url')).toEqual([`${siteUrl}/job/${id}`]);
  const names = ['city', 'state', 'country', 'jobtype', 'remotetype', 'salary'];
  expect(names.flatMap((name) => valuesOf(xml, name))).toEqual([
    ...['Charlotte', 'NC', 'US', 'parttime', 'Hybrid remote', '$30–$35 an hour'],
  ]);
  expect(xml).toContain(
    'The end &#38; more &#60;than&#62; that.\n\nRequirements\nTwo years\n\nBenefits\nPaid',
  );
  // Nobody gets the addresses of all posters at once.
  expect(xml + JSON.stringify(await jsonFeed())).not.toContain('talent@piedmont-valley.example');

  const { items, ...about } = await jsonFeed('?q=CDI+whole&type=Part-time&sort=pay&utm_source=x');
  expect(about).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    feed_url: `${siteUrl}/jobs/feed.json?q=CDI+whole&type=Part-time`,
    home_page_url: `${siteUrl}/jobs?q=CDI+whole&type=Part-time`,
  });
  expect(items).toMatchObject([
    {
      id: `${siteUrl}/job/${id}`,
      content_text: `${long}\n\nTwo years\n\nPaid leave`,
      _job: { city: 'Charlotte', posting: { '@type': 'JobPosting', title: 'CDI whole text' } },
    },
  ]);
  // A posting without a country: only what it says itself.
  const [plain] = (await jsonFeed('?q=nurse')).items;
  expect(plain._job).not.toHaveProperty('posting');
  expect(valuesOf(await xmlFeed('?q=nurse'), 'city')).toEqual(['Charlotte, NC']);
  await database.asService.query({ text: 'delete from public.jobs where id = $1', values: [id] });
});

const today = new Date().toISOString().slice(0, 10);
const changedOn = async (path: string) =>
  (await sitemap()).match(`<loc>${siteUrl}${path}</loc><lastmod>([^<]+)`)?.[1];

it('says when each address last changed', async () => {
  expect(await changedOn(`/job/${ids.live}`)).toBe(today);
});

it('dates the board by when the last job was added, changed, left or ended', async () => {
  const age = (what: string) =>
    asAdmin((client) =>
      client.query(`begin; set local session_replication_role = replica; ${what}; commit`),
    );
  await age(`update public.jobs set updated_at = '2026-03-01T12:00:00Z';
    update public.jobs set published_at = '2025-12-01' where id in ('${ids.other}', '${ids.expired}');
    update public.removed_jobs set removed_at = '2026-02-01'`);
  expect(await changedOn('/jobs')).toBe('2026-03-01');
  await age(`update public.removed_jobs set removed_at = '2026-03-02'`);
  expect(await changedOn('/jobs')).toBe('2026-03-02');
  await age(`update public.jobs set published_at = timestamptz '2026-03-03 12:00Z' - interval '60 days'
    where id = '${ids.expired}'`);
  expect(await changedOn('/jobs')).toBe('2026-03-03');
  expect(await changedOn(`/job/${ids.live}`)).toBe('2026-03-01');
  await database.asService.query({
    text: `update public.jobs set title = 'Another nurse' where id = $1`,
    values: [ids.closed],
  });
  expect(await changedOn('/jobs')).toBe(today);
});

it('dates a page by when its words were published, if that is later than the release', async () => {
  expect(await changedOn('/faq')).toBe('2026-01-01');
  await asAdmin((client) =>
    client.query(`begin; set local session_replication_role = replica;
      insert into staff.words (kind, version, first_hash, effective_from) values
        ('faq', 1, repeat('0', 64), '2026-05-05'), ('faq', 2, repeat('0', 64), now() + interval '1 day'),
        ('announcement', 1, repeat('0', 64), '2026-06-06');
      commit`),
  );
  expect(await changedOn('/faq')).toBe('2026-05-05');
  expect(await changedOn('/about')).toBe('2026-01-01');
});

it('becomes an index of parts of ten thousand', async () => {
  // Skip the triggers, which would take most of the time.
  await asAdmin((client) =>
    client.query(`begin; set local session_replication_role = replica;
      insert into public.jobs (title, company, location, application_url, description, contact_name,
        contact_email, posted_by, company_id)
      select 'Aa ' || n, 'Aa', 'Aa', 'https://a.example', repeat('a', 50), 'Aa', 'a@a.example',
        posted_by, company_id
      from (select posted_by, company_id from public.jobs limit 1) as one, generate_series(1, 10000) as n;
      commit`),
  );
  await asAdmin((client) =>
    client.query(`begin; set local session_replication_role = replica;
      with made as (insert into public.companies (name, slug, public_since)
        select 'Part ' || n, 'part-' || lpad(n::text, 5, '0'), now() from generate_series(1, 10000) as n returning id),
      people as (insert into public.company_members (company_id, user_id, role)
        select made.id, posted_by, 'admin' from made, (select posted_by from public.jobs limit 1) as one)
      update public.jobs as j set company_id = pairs.company from (
        select j.id, made.id as company from (select id, row_number() over () as n from made) as made
        join (select id, row_number() over () as n from public.jobs where title like 'Aa %') as j using (n)) as pairs
      where j.id = pairs.id;
      commit`),
  );
  const index = await sitemap();
  expect(index).toContain('<sitemapindex');
  expect(index.match(/<loc>[^<]+/g)).toEqual(
    ['pages', 'places', 'companies-1', 'companies-2', 'jobs-1', 'jobs-2'].map(
      (name) => `<loc>${siteUrl}/sitemap/${name}.xml`,
    ),
  );
  expect(await part('pages.xml')).toContain(`<loc>${siteUrl}/jobs</loc>`);
  for (const [name, count] of [
    ['jobs', 10_001],
    ['companies', 10_001],
  ] as const) {
    const parts = [await part(`${name}-1.xml`), await part(`${name}-2.xml`)];
    const addresses = parts.map((xml) => xml.match(/<loc>[^<]+/g) ?? []);
    expect(addresses[0]).toHaveLength(10_000);
    expect(new Set(addresses.flat()).size).toBe(count);
  }
  expect(await part('companies.xml')).toBe(await part('companies-1.xml'));
  for (const name of ['jobs-3.xml', 'jobs-0.xml', 'companies-3.xml', 'others.xml']) {
    await expect(part(name)).rejects.toMatchObject({ status: 404 });
  }
});
