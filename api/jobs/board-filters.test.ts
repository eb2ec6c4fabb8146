import { describe, expect, it } from 'vitest';
import { findOnBoard } from '#app/data/find-on-board.server.ts';
import { randomFrom } from '#database/seed/random.ts';
import { tierCodes } from '#domain/credentials/tiers.ts';
import type { Json } from '#domain/database-types.ts';
import { boardQuery, namesOf } from '#domain/finding/board-query.ts';
import {
  anyCredential,
  jobSearchAddress,
  jobSorts,
  pageKeyAfter,
  postedWithin,
  radiuses,
  readJobSearch,
  usualRadius,
} from '#domain/finding/job-search.ts';
import type { FoundPlace } from '#domain/finding/typed-places.ts';
import { jobTypes, workplaces } from '#domain/jobs/job-facts.ts';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { roundsOf } from '#test/support/rounds.ts';
import { openTestApi } from '#test/support/test-api.ts';

/** Compares each filter, and all of them together, with a plain implementation of what they mean. */
const { actors, asAdmin, database, bugs } = await openTestApi();
await postWithoutLimit(database);
const { client } = actors.anonymous;
const random = randomFrom(1_904);
const [known, unknown] = [await actors.signedIn(), await actors.signedIn()];

const towns = [
  { location: 'Charlotte, NC', state: 'NC', at: [35.23, -80.84] },
  { location: 'Concord, NC', state: 'NC', at: [35.41, -80.58] },
  { location: 'Winston-Salem, NC', state: 'NC', at: [36.1, -80.24] },
  { location: 'Rock Hill, SC', state: 'SC', at: [34.92, -81.03] },
  { location: 'Boise, ID', state: 'ID', at: [43.62, -116.2] },
  { location: 'Somewhere', state: undefined, at: undefined },
] as const;
/** With their value in dollars a year. */
const pays = [
  { pay: {}, yearly: undefined },
  { pay: figures(40, 50, 'hour'), yearly: 104_000 },
  { pay: figures(25, null, 'hour'), yearly: 52_000 },
  { pay: figures(60_000, 80_000, 'year'), yearly: 80_000 },
  { pay: figures(null, 120_000, 'year'), yearly: 120_000 },
  { pay: figures(90_000, 99_000, 'year', 'EUR'), yearly: undefined },
  { pay: { salary_range: '$31 to $36 an hour' }, yearly: 74_880 },
];
function figures(from: number | null, to: number | null, period: string, currency = 'USD') {
  return {
    salary_from: from,
    salary_to: to,
    salary_currency: currency,
    salary_period: period,
  };
}

const jobs = Array.from({ length: 160 }, (_, nth) => {
  const isKnown = random.chance(0.5);
  const days = random.pick([0.2, 0.9, 1.5, 2.5, 5, 8, 20, 40]);
  return {
    nth,
    town: random.pick(towns),
    paid: random.pick(pays),
    isKnown,
    days,
    row: {
      title: `${random.pick(['Coder', 'Auditor', 'Nurse'])} ${nth}`,
      job_type: random.pick(jobTypes),
      workplace: random.pick([null, ...workplaces]) as string | null,
      credentials_wanted: random.chance(0.3) ? [random.pick(tierCodes)] : [],
    },
  };
});
const onEmptyBoard = await client.rpc('count_board', { wanted: [{}], filter: 'workplace' });
const ids = await storeJobs(
  database,
  jobs.map(({ row, town, paid, isKnown, days }) =>
    jobRow((isKnown ? known : unknown).id, {
      ...row,
      ...paid.pay,
      location: town.location,
      company: isKnown ? 'Known Clinic' : 'Other Clinic',
      created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
    }),
  ),
);
await asAdmin((admin) =>
  admin.query(
    `update public.companies set is_checked = true where id = (select company_id from public.jobs where id = $1)`,
    [ids[jobs.findIndex(({ isKnown }) => isKnown)]],
  ),
);
const byId = new Map(ids.map((id, nth) => [id, jobs[nth]]));
type Job = (typeof jobs)[number];

const isRemote = ({ row }: Job) => row.workplace === 'remote' || row.job_type === 'Remote';

/** Whether a posting matches, as a person would decide; undefined if it is too close to the edge of a circle. */
function fits(job: Job, search: ReturnType<typeof readJobSearch>): boolean | undefined {
  const { type, credential, workplace, pay, posted, isVerified, place, q } = search;
  const { row, paid, town } = job;
  const wants = row.credentials_wanted as string[];
  if (q && !row.title.toLowerCase().includes(q.toLowerCase())) return false;
  if (type && row.job_type !== type) return false;
  if (credential && !(credential === anyCredential ? wants.length > 0 : wants.includes(credential)))
    return false;
  if (workplace && !(workplace === 'remote' ? isRemote(job) : row.workplace === workplace))
    return false;
  const least = pay && pay.amount * (pay.per === 'hour' ? 2_080 : 1);
  if (least && !(paid.yearly !== undefined && paid.yearly >= least)) return false;
  if (posted && job.days > posted) return false;
  if (isVerified && !job.isKnown) return false;
  if (!place) return true;
  const target = towns.find(({ location }) => location === place);
  const state = target?.state ?? place;
  // Remote jobs in that state, or in no particular state.
  if (workplace === 'remote') return town.state === undefined || town.state === state;
  if (!target?.at) return town.state === state;
  if (!town.at) return false;
  const [up, aside] = [town.at[0] - target.at[0], town.at[1] - target.at[1]];
  const miles = Math.hypot(up * 69, aside * 69 * Math.cos((target.at[0] * Math.PI) / 180));
  const most = search.miles || usualRadius;
  return Math.abs(miles - most) < 3 ? undefined : miles <= most;
}

async function queryOf(search: ReturnType<typeof readJobSearch>) {
  const names = namesOf(search);
  const { data } = names.length > 0 ? await client.rpc('find_places', { names }) : { data: [] };
  return boardQuery(search, data as FoundPlace[]).wanted as Json;
}
async function ask(search: ReturnType<typeof readJobSearch>) {
  const wanted = await queryOf(search);
  const found: string[] = [];
  let matches: number | null = null;
  let next: object = {};
  for (;;) {
    const { data } = await client
      .rpc('search_board', { wanted, sort: search.sort, ...next })
      .throwOnError();
    matches ??= data[0]?.matches ?? 0;
    found.push(...data.map(({ id }) => `${id}`));
    const last = data.at(-1);
    if (!last?.has_more) return { wanted, found, matches };
    next = { ...pageKeyAfter(last as never), skip: found.length };
  }
}

function randomAddress(): string {
  const said: Record<string, string> = {
    ...(random.chance(0.3) && { q: random.pick(['coder', 'Audit', 'NURSE 1']) }),
    ...(random.chance(0.3) && { type: random.pick(jobTypes) }),
    ...(random.chance(0.2) && { credential: random.pick([anyCredential, ...tierCodes]) }),
    ...(random.chance(0.3) && { workplace: random.pick(workplaces) }),
    ...(random.chance(0.3) && { pay: random.pick(['30', '$36', '90k', '104,000', '120000']) }),
    ...(random.chance(0.3) && { posted: `${random.pick(postedWithin)}` }),
    ...(random.chance(0.2) && { verified: '1' }),
    ...(random.chance(0.4) && {
      place: random.pick(['Charlotte, NC', 'Boise, ID', 'Rock Hill, SC', 'NC']),
      miles: `${random.pick(radiuses)}`,
    }),
    sort: random.pick(jobSorts),
  };
  return new URLSearchParams(said).toString();
}

describe('the filters of the board', () => {
  it('find what they say, count it and sort it, alone and combined', async () => {
    const seen = new Map<string, number>();
    for (let count = 0; count < roundsOf({ usual: 50, all: 120 }); count += 1) {
      const address = randomAddress();
      const search = readJobSearch(new URLSearchParams(address));
      // The URL contains everything, and two ways to write it are equal.
      expect(readJobSearch(new URLSearchParams(jobSearchAddress(search).split('?')[1]))).toEqual(
        search,
      );
      const { found, matches } = await ask(search);
      const wrong = jobs.flatMap((job, nth) => {
        const should = fits(job, search);
        const is = found.includes(ids[nth] ?? '');
        return should === undefined || should === is ? [] : [{ should, ...job }];
      });
      expect({ address, wrong }).toEqual({ address, wrong: [] });
      expect({ address, matches }).toEqual({ address, matches: found.length });
      expect(new Set(found).size).toBe(found.length);
      expectOrder(found, search, address);
      for (const [name] of new URLSearchParams(address)) {
        if (found.length > 0) seen.set(name, (seen.get(name) ?? 0) + 1);
      }
    }
    // Each filter occurred in searches that found something.
    expect([...seen.keys()].toSorted()).toEqual(
      'credential miles pay place posted q sort type verified workplace'.split(' '),
    );
  }, 120_000);

  it('show beside each filter how many there would be', async () => {
    for (let count = 0; count < roundsOf({ usual: 8, all: 20 }); count += 1) {
      const search = readJobSearch(new URLSearchParams(randomAddress()));
      const shown = await findOnBoard(client as never, search);
      if ('error' in shown) throw shown.error;
      for (const [filter, values] of [
        ['type', jobTypes],
        ['workplace', workplaces],
      ] as const) {
        for (const value of values) {
          const { found } = await ask({ ...search, sort: 'newest', [filter]: value });
          const counted = shown.counts[value];
          expect({ search, value, counted }).toEqual({ search, value, counted: found.length });
        }
      }
    }
  }, 120_000);

  it.each(['pay', 'nearest', 'relevance', 'newest'] as const)(
    'leave out and repeat nothing on the pages of the order by %s, whatever comes and goes in between',
    async (sort) => {
      const search = readJobSearch(
        new URLSearchParams({
          sort,
          ...(sort === 'nearest'
            ? { place: 'Charlotte, NC' }
            : sort === 'relevance' && { q: 'coder' }),
        }),
      );
      const whole = (await ask(search)).found;
      const wanted = await queryOf(search);
      const page = async (last?: object, skip = 0) => {
        const after = last && pageKeyAfter(last as never);
        const { data } = await client
          .rpc('search_board', { wanted, sort, skip, ...after })
          .throwOnError();
        return data;
      };
      const hide = (hidden: (string | undefined)[], at: string | null) =>
        asAdmin((admin) =>
          admin.query('update public.jobs set hidden_at = $2 where id = any ($1)', [hidden, at]),
        );
      const first = await page();
      const shown = first.map(({ id }) => id);
      expect(shown).toEqual(whole.slice(0, 20));
      const idsOf = (jobs: typeof first) => jobs.map(({ id }) => id);
      // One that was shown goes, and comes back.
      await hide(whole.slice(3, 5), 'now');
      expect(idsOf(await page(first.at(-1), 20))).toEqual(whole.slice(20, 40));
      const second = await page(first.at(-1), 20);
      await hide(whole.slice(3, 5), null);
      expect(idsOf(await page(second.at(-1), 40))).toEqual(whole.slice(40, 60));
      // The last one that was shown goes itself.
      await hide([whole[19]], 'now');
      expect(idsOf(await page(first.at(-1), 20))).toEqual(whole.slice(20, 40));
      await hide([whole[19]], null);
    },
  );

  it('on a page beyond the last one say that there are earlier results', async () => {
    const search = readJobSearch(new URLSearchParams('type=Contract&sort=pay&skip=980'));
    expect(await findOnBoard(client as never, search)).toMatchObject({
      list: { jobs: [] },
      less: [],
    });
  });

  it('count nothing on an empty board', () => {
    expect(onEmptyBoard.data?.map(({ matches }) => matches)).toEqual([0, 0, 0]);
  });

  it('count exactly up to a thousand, and then say that there are more', async () => {
    await asAdmin((admin) =>
      admin.query(
        `insert into public.jobs (title, company, job_type, location, application_url, description, contact_name, contact_email, posted_by)
          select 'Plenty ' || n, 'Other Clinic', case when n <= 1000 then 'Contract' else 'Part-time' end, 'Boise, ID',
            'https://plenty.example/apply', 'Find the root causes behind payer denials and write the appeals.', 'Sample',
            'talent@plenty.example', $1
          from generate_series(1, 1001) as n`,
        [unknown.id],
      ),
    );
    const of = async (address: string) => {
      const wanted = await queryOf(readJobSearch(new URLSearchParams(address)));
      const { data } = await client.rpc('search_board', { wanted }).throwOnError();
      const { data: types } = await client.rpc('count_board', { wanted, filter: 'type' });
      const contracts = types?.find(({ value }) => value === 'Contract')?.matches;
      return { matches: data[0]?.matches, isExact: data[0]?.is_exact, contracts };
    };
    expect(await of('q=plenty')).toEqual({ matches: 1_000, isExact: false, contracts: 1_000 });
    expect(await of('q=plenty&type=Contract')).toMatchObject({ matches: 1_000, isExact: true });
    await asAdmin((admin) =>
      admin.query(`update public.jobs set job_type = 'Contract' where title like 'Plenty%'`),
    );
    expect(await of('q=plenty')).toEqual({ matches: 1_000, isExact: false, contracts: 1_001 });
  }, 120_000);
});

it('refuses a search that is longer than any form can make it', async () => {
  // PostgreSQL takes a second to take a key out of it, and a minute if there are a few times as many.
  const long = Object.fromEntries(Array.from({ length: 15_000 }, (_, nth) => [`key ${nth}`, nth]));
  for (const wanted of [[long], [{ ...long, words: ['nurse'] }]]) {
    const searches = [
      client.rpc('count_board', { wanted, filter: 'type' }),
      client.rpc('search_board', { wanted }),
    ];
    for (const { status, error } of await Promise.all(searches)) {
      expect([status, error?.message]).toEqual([400, 'A search is a list of one to four objects']);
    }
  }
});

it('refuses a word or a skill that is no text, which would otherwise find the whole board', async () => {
  for (const entry of [{ words: [2024] }, { words: ['nurse', null] }, { skills: [{}] }]) {
    const wanted = [entry];
    const searches = [
      client.rpc('count_board', { wanted, filter: 'type' }),
      client.rpc('search_board', { wanted }),
    ];
    for (const { status, error } of await Promise.all(searches)) {
      expect([status, error?.message]).toEqual([
        400,
        'The words and the skills of a search are texts',
      ]);
    }
  }
});

/** Postings that have a value are sorted by it, and those without one come last. */
function expectOrder(found: string[], search: ReturnType<typeof readJobSearch>, address: string) {
  const target = towns.find(({ location }) => location === search.place);
  const measure = (id: string): number | undefined => {
    const job = byId.get(id);
    if (search.sort === 'pay') return -(job?.paid.yearly ?? -Infinity);
    if (search.sort === 'newest') return job?.days;
    if (search.sort !== 'nearest' || !target?.at) return undefined;
    if (!job?.town.at) return Infinity;
    return Math.hypot(
      (job.town.at[0] - target.at[0]) * 69,
      (job.town.at[1] - target.at[1]) * 69 * Math.cos((target.at[0] * Math.PI) / 180),
    );
  };
  const measured = found.map(measure);
  for (const [nth, one] of measured.entries()) {
    const next = measured[nth + 1];
    if (one === undefined || next === undefined || next === Infinity) continue;
    expect(one, `${address}, ${nth}`).toBeLessThanOrEqual(
      next + (search.sort === 'nearest' ? 3 : 0),
    );
  }
}

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
