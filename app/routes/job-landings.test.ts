import { RouterContextProvider } from 'react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { dataClient, requestInfo } from '#app/data/data.server.ts';
import {
  boardSearchOf,
  canonicalOf,
  factsOf,
  mayBeFound,
  titleOf,
} from '#app/features/jobs/landing/job-landing.ts';
import { loadLanding } from '#app/features/jobs/landing/load-landing.ts';
import { jobSearchAddress } from '#domain/finding/job-search.ts';
import { readWholeJobPage } from '#domain/jobs/job-rows.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { loader as loadSitemap } from './sitemap.ts';

vi.stubGlobal('__RELEASED__', '2026-01-01');

const { actors, asAdmin, database } = await openTestApi();
const context = new RouterContextProvider();
context.set(dataClient, actors.anonymous.client as never);
context.set(requestInfo, { origin: siteUrl, reportBug: () => {}, requestId: '' } as never);

async function load(path: string) {
  const answer = await loadLanding(context, path.split('/'));
  return { status: answer.init?.status, landing: answer.data.landing };
}
async function landing(path: string) {
  const { landing: found } = await load(path);
  if (!found) throw new Error(`There is no /jobs/${path}`);
  return found;
}
async function listed() {
  const xml = await (await loadSitemap({ context })).text();
  return [...xml.matchAll(/\/jobs\/((?:in|type|remote)[^<]*)<\/loc><lastmod>([^<]+)/g)].map(
    ([, path = '', day = '']) => [path, day] as const,
  );
}
const listedPaths = async () => (await listed()).map(([path]) => path);
const admin = (text: string) =>
  asAdmin((client) =>
    client.query(`begin; set local session_replication_role = replica; ${text}; commit`),
  );

let posters: Awaited<ReturnType<typeof actors.signedIn>>[] = [];
/** A posting of the company with this number. */
async function post(company: number, changes: Record<string, unknown> = {}) {
  const poster = posters[company];
  if (!poster) throw new Error('no such poster');
  const row = { company: `Clinic ${company}`, title: 'Nurse', ...changes };
  const [id = ''] = await storeJobs(database, [jobRow(poster.id, row)]);
  return id;
}
const at = (location: string, more: object = {}) => ({ location, ...more });

beforeAll(async () => {
  posters = [await actors.signedIn(), await actors.signedIn(), await actors.signedIn()];
  // Charlotte has enough postings from two companies, and enough coders; Durham has enough from only one company.
  await post(0, at('Charlotte, NC', { title: 'Inpatient Coder', ...pay(50_000, 60_000) }));
  await post(
    1,
    at('Charlotte, NC 28202', { title: 'Outpatient coder, nights', ...pay(60_000, 70_000) }),
  );
  await post(0, at('charlotte, North Carolina', { title: 'Coding lead', ...pay(30, 40, 'hour') }));
  await post(1, at('Charlotte, NC', { title: 'Nurse', job_type: 'Contract' }));
  for (let each = 0; each < 3; each += 1) await post(2, at('Durham, NC'));
  // Winston-Salem has nothing but coders.
  for (const company of [0, 1, 2]) await post(company, at('Winston-Salem, NC', { title: 'Coder' }));
  // South Carolina: all postings are in one town.
  for (const company of [0, 1, 2])
    await post(company, at('Columbia, SC', { title: `Role ${company}` }));
  for (const company of [0, 1])
    await post(company, at('Remote', { job_type: 'Remote', country: 'US' }));
  await post(2, at('Remote, US', { workplace: 'remote', country: 'US' }));
});

function pay(from: number, to: number, period = 'year') {
  return { salary_from: from, salary_to: to, salary_currency: 'USD', salary_period: period };
}

describe('a list of postings', () => {
  it('says what is true of them, and links to the board and to neighbouring lists', async () => {
    const charlotte = await landing('in/nc/charlotte');
    expect(charlotte).toMatchObject({ state: 'NC', city: 'Charlotte', matches: 4, companies: 2 });
    expect(titleOf(charlotte)).toBe('Healthcare AI jobs in Charlotte, North Carolina');
    expect(factsOf(charlotte)).toEqual([
      '4 open positions at 2 companies.',
      // 60,000, 70,000, and forty dollars an hour, which is 83,200 a year.
      'Of the 3 that state their pay, half go up to $70,000 a year or more.',
      'Clinic 0 (2) and Clinic 1 (2) are among them.',
    ]);
    expect(charlotte.jobs.map(({ title }) => title)).toEqual([
      ...['Nurse', 'Coding lead', 'Outpatient coder, nights', 'Inpatient Coder'],
    ]);
    expect(charlotte.roles).toEqual([
      { path: 'in/nc/charlotte/medical-coder', name: 'Medical coder', jobs: 3 },
    ]);
    expect(charlotte.places.map(({ path }) => path)).toEqual([
      ...['in/nc/charlotte', 'in/nc/winston-salem'],
    ]);
    expect(jobSearchAddress(boardSearchOf(charlotte))).toBe('/jobs?place=Charlotte%2C+NC&miles=10');
    expect([mayBeFound(charlotte), canonicalOf(charlotte)]).toEqual([
      true,
      '/jobs/in/nc/charlotte',
    ]);
  });

  it('exists for a role, a state, a type and remote jobs', async () => {
    const role = await landing('in/nc/charlotte/medical-coder');
    expect(titleOf(role)).toBe('Medical coder jobs in Charlotte, North Carolina');
    expect([role.matches, mayBeFound(role)]).toEqual([3, true]);
    const state = await landing('in/nc');
    expect(titleOf(state)).toBe('Healthcare AI jobs in North Carolina');
    expect([state.matches, state.companies]).toEqual([10, 3]);
    const remote = await landing('remote');
    expect([titleOf(remote), remote.matches]).toEqual(['Remote healthcare AI jobs', 3]);
    expect(jobSearchAddress(boardSearchOf(remote))).toBe('/jobs?workplace=remote');
    const type = await landing('type/full-time');
    expect(titleOf(type)).toBe('Full-time healthcare AI jobs');
    expect(type.jobs.every(({ job_type }) => job_type === 'Full-time')).toBe(true);
  });

  it('is shown but not listed below three postings from two companies', async () => {
    for (const [path, matches] of [
      ['in/nc/durham', 3],
      ['in/nc/charlotte/educator', 0],
      ['in/nc/asheville', 0],
      ['type/contract', 1],
      ['in/wy', 0],
    ] as const) {
      const { status, landing: thin } = await load(path);
      expect([path, status, thin?.matches, thin && mayBeFound(thin)]).toEqual([
        path,
        200,
        matches,
        false,
      ]);
    }
    expect(factsOf(await landing('in/nc/asheville'))).toEqual([
      'Nothing is open here at the moment.',
    ]);
  });

  it.each([
    ...[
      'in/xx',
      'in/nc/no-such-town',
      'in/nc/charlotte/astronaut',
      'type/temporary',
      'in/nc/28202',
    ],
    ...[
      'in/nc/charlotte/medical-coder/more',
      'in',
      'in/',
      'in/n',
      'type',
      'remote/x',
      'in/nc/durham%00',
    ],
    ...["in/nc/' or true --", `in/nc/${'a'.repeat(500)}`, 'in/nc/-', 'in/nc/charlotte/'],
  ])('is not there at %s', async (path) => {
    expect(await load(path)).toMatchObject({ status: 404, landing: undefined });
  });

  it('has one address', async () => {
    for (const [path, moved] of [
      ['in/sc/saint-matthews', '/jobs/in/sc/st-matthews'],
      ['in/sc/saint-matthews/medical-coder', '/jobs/in/sc/st-matthews/medical-coder'],
      ['in/nc/winston--salem', '/jobs/in/nc/winston-salem'],
    ]) {
      const answer = await load(path ?? '').catch((thrown: Response) => thrown);
      expect(answer).toBeInstanceOf(Response);
      expect((answer as Response).headers.get('location')).toBe(moved);
    }
    expect((await landing('IN/NC/Charlotte')).path).toBe('in/nc/charlotte');
  });

  it('redirects to the list that has the same postings', async () => {
    expect(canonicalOf(await landing('in/nc/winston-salem/medical-coder'))).toBe(
      '/jobs/in/nc/winston-salem',
    );
    expect(canonicalOf(await landing('in/sc'))).toBe('/jobs/in/sc/columbia');
    expect(canonicalOf(await landing('type/remote'))).toBe('/jobs/remote');
    for (const path of ['in/nc/winston-salem/medical-coder', 'in/sc', 'type/remote']) {
      expect(mayBeFound(await landing(path))).toBe(false);
    }
  });
});

it('the page of a posting links to the listed ones among the lists that contain it', async () => {
  const found = await listedPaths();
  type Row = { id: string; on: string[]; ways: string[] };
  let rows: Row[] = [];
  await asAdmin(async (client) => {
    ({ rows } = await client.query<Row>(
      `select s.job_id as id, private.landings_of(s) as on,
        array(select w.path from public.job_ways(s.job_id) as w) as ways
      from private.job_search as s`,
    ));
  });
  expect(rows.length).toBeGreaterThan(10);
  for (const { on, ways } of rows) expect(ways).toEqual(on.filter((path) => found.includes(path)));
  const coder = rows.find(({ on }) => on.includes('in/nc/charlotte/medical-coder'));
  const { data } = await actors.anonymous.client.rpc('whole_job_page', { job_id: coder?.id ?? '' });
  expect(readWholeJobPage(data).ways.map(titleOf)).toEqual([
    'Full-time healthcare AI jobs',
    'Healthcare AI jobs in North Carolina',
    'Healthcare AI jobs in Charlotte, North Carolina',
    'Medical coder jobs in Charlotte, North Carolina',
  ]);
  await database.asService.query({
    text: 'update public.jobs set is_active = false where id = $1',
    values: [coder?.id],
  });
  const gone = await actors.anonymous.client.rpc('whole_job_page', { job_id: coder?.id ?? '' });
  expect(readWholeJobPage(gone.data)).toMatchObject({ page: { status: 'closed' }, ways: [] });
  await database.asService.query({
    text: 'update public.jobs set is_active = true where id = $1',
    values: [coder?.id],
  });
});

describe('the sitemap', () => {
  it('contains exactly the pages that may be listed, each once', async () => {
    const paths = await listedPaths();
    expect(paths).toEqual([
      ...['in/nc', 'in/nc/charlotte', 'in/nc/charlotte/medical-coder', 'in/nc/winston-salem'],
      ...['in/sc/columbia', 'remote', 'type/full-time'],
    ]);
    for (const path of paths) expect(mayBeFound(await landing(path))).toBe(true);
  });

  it('dates a list by what was added and by what left', async () => {
    await admin(`update private.landing_days set changed = '2026-02-02'`);
    const dayOf = async (path: string) => new Map(await listed()).get(path);
    expect(await dayOf('in/nc/charlotte')).toBe('2026-02-02');
    const today = new Date().toISOString().slice(0, 10);
    const id = await post(0, at('Charlotte, NC'));
    expect(await dayOf('in/nc/charlotte')).toBe(today);
    expect(await dayOf('in/nc')).toBe(today);
    expect(await dayOf('in/nc/charlotte/medical-coder')).toBe('2026-02-02');
    await admin(`update private.landing_days set changed = '2026-02-02'`);
    const close = (what: string) =>
      database.asService.query({
        text: `update public.jobs set ${what} where id = $1`,
        values: [id],
      });
    await close(`description = description || ' More.'`);
    expect(await dayOf('in/nc/charlotte')).toBe('2026-02-02');
    await close('is_active = false');
    expect(await dayOf('in/nc/charlotte')).toBe(today);
    expect((await landing('in/nc/charlotte')).matches).toBe(4);
  });

  it('drops a list that falls below the minimum, and takes it back', async () => {
    const { rows } = await database.asService.query<{ id: string }>({
      text: `select id from public.jobs where title = 'Coding lead'`,
    });
    const set = (isActive: boolean) =>
      database.asService.query({
        text: 'update public.jobs set is_active = $2 where id = $1',
        values: [rows[0]?.id, isActive],
      });
    await set(false);
    expect(await listedPaths()).not.toContain('in/nc/charlotte/medical-coder');
    expect((await load('in/nc/charlotte/medical-coder')).status).toBe(200);
    await set(true);
    expect(await listedPaths()).toContain('in/nc/charlotte/medical-coder');
  });

  it('does not count people who are banned', async () => {
    const ban = (until: string | null) =>
      database.asService.query({
        text: 'update auth.users set banned_until = $2 where id = $1',
        values: [posters[1]?.id, until],
      });
    await ban('2999-01-01');
    expect(await landing('in/nc/charlotte')).toMatchObject({ matches: 2, companies: 1 });
    expect(await listedPaths()).not.toContain('in/nc/charlotte');
    await ban(null);
    expect(await listedPaths()).toContain('in/nc/charlotte');
  });

  it('may be some minutes behind on a large board', async () => {
    const before = await listedPaths();
    await admin(`insert into private.job_search
        (job_id, posted_by, ends_at, is_featured, created_at, words, job_type, traits, facets)
      select gen_random_uuid(), posted_by, ends_at, false, now(), 'other' || n, 'Other', 0, '{}'
      from private.job_search, generate_series(1, 500) as n`);
    expect(await listedPaths()).toEqual([]);
    await admin(`delete from private.job_search as s using (select job_id from private.job_search
      where words like 'other%' offset 5200) as more where s.job_id = more.job_id`);
    await database.asService.query({ text: 'select private.keep_landings()' });
    expect(await listedPaths()).toEqual(before);
    await admin(`delete from private.job_search where words like 'other%'`);
  });
});
