import { describe, expect, it } from 'vitest';
import type { Database } from '#domain/database-types.ts';
import { readJobList } from '#domain/jobs/job-rows.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database } = api;
const owner = await actors.signedIn();
const stranger = await actors.signedIn();
const member = await actors.member();

type Search = Database['public']['Functions']['search_jobs']['Args'];

async function search(args: Search, { client } = actors.anonymous) {
  const { data, error } = await client.rpc('search_jobs', args);
  if (error) throw error;
  return readJobList(data);
}
const titles = async (args: Search, who = actors.anonymous) =>
  (await search(args, who)).jobs.map(({ title }) => title);

const past = '2026-01-01T00:00:00Z';
const shown = [
  { title: 'Coder 100% Remote', company: 'Tide_water', job_type: 'Remote' },
  { title: 'Coder 1000 Remote', company: 'Tide-water' },
  { title: 'C:\\Records Analyst', company: 'Écoute Santé' },
  { title: 'محلل الترميز', company: '東京病院' },
  { title: 'Nurse 😀', company: 'Qx Labs', job_type: 'Contract' },
];
const kept = [
  { title: 'Coder, closed', is_active: false },
  { title: 'Coder, filled', is_active: false, filled_at: past },
  { title: 'Coder, expired', published_at: past },
  { title: 'Coder, hidden', hidden_at: past },
];
await storeJobs(
  database,
  [...shown, ...kept].map((changes, index) =>
    jobRow(owner.id, { ...changes, created_at: new Date(Date.now() - index * 60_000) }),
  ),
);

describe('finding jobs', () => {
  it('finds a letter in any Unicode composition', async () => {
    const [id] = await storeJobs(database, [
      jobRow(owner.id, { title: 'Barista, Cafe\u0301', company: 'Caf\u00e9 Zürich' }),
    ]);
    for (const q of ['caf\u00e9', 'cafe\u0301', 'ista, CAFE\u0301', 'zu\u0308rich']) {
      expect((await search({ q })).jobs.map((job) => job.id)).toEqual([id]);
    }
    await database.asService.query({ text: 'delete from public.jobs where id = $1', values: [id] });
  });

  it('lists every live job, newest first, the same for everybody', async () => {
    const all = shown.map(({ title }) => title);
    for (const who of [actors.anonymous, owner, stranger, member, actors.staff]) {
      expect(await titles({}, who)).toEqual(all);
      expect(await titles({ q: 'coder' }, who)).toEqual(all.slice(0, 2));
    }
  });

  it.each([
    ['100%', ['Coder 100% Remote']],
    ['%', ['Coder 100% Remote']],
    ['_', ['Coder 100% Remote']],
    ['tide_', ['Coder 100% Remote']],
    ['\\', ['C:\\Records Analyst']],
    ['c:\\rec', ['C:\\Records Analyst']],
    ['ÉCOUTE', ['C:\\Records Analyst']],
    ['الترم', ['محلل الترميز']],
    ['東京', ['محلل الترميز']],
    ['病', ['محلل الترميز']],
    ['😀', ['Nurse 😀']],
    ['qx', ['Nurse 😀']],
    ['  NURSE ', ['Nurse 😀']],
    ['zz', []],
    // Neither text contains the whole phrase: a match must lie within the title or within the company.
    ['remote tide', []],
    ["'; drop table jobs; --", []],
  ])('%j finds a part of the title or company', async (q, found) => {
    expect(await titles({ q })).toEqual(found);
  });

  it('combines the words with the exact type', async () => {
    expect(await titles({ q: 'coder', type: 'Remote' })).toEqual(['Coder 100% Remote']);
    expect(await titles({ type: 'Contract' })).toEqual(['Nurse 😀']);
    expect(await titles({ type: 'contract' })).toEqual([]);
  });

  it('says how many there are', async () => {
    expect(await search({ q: 'coder' })).toMatchObject({
      matches: 2,
      isExact: true,
      hasMore: false,
    });
    expect(await search({ q: 'zz' })).toMatchObject({ matches: 0, isExact: true, hasMore: false });
  });

  it('shows featured jobs first', async () => {
    await database.asService.query({
      text: `update public.jobs set is_featured = true where title = 'Nurse 😀'`,
    });
    expect((await titles({}))[0]).toBe('Nurse 😀');
    await database.asService.query({ text: 'update public.jobs set is_featured = false' });
  });

  it('looks for live jobs only in the board’s index', async () => {
    await api.asAdmin(async (client) => {
      const explain = async (query: string) => {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
      const board = await explain(`select id, title, company from private.live_jobs
        order by is_featured desc, created_at desc, id desc limit 1000`);
      expect(board).toContain('Index Only Scan using jobs_board_idx');
      expect(board).not.toContain('is_open');
      await client.query('set role anon');
      expect(await explain('select id from public.jobs')).not.toContain('is_open');
    });
  });

  it('keeps the table calls of the specification', async () => {
    const { client } = actors.anonymous;
    const { data: all } = await client
      .from('jobs')
      .select('*')
      .eq('is_active', true)
      .order('created_at', { ascending: false });
    expect(all?.map(({ title }) => title)).toEqual(shown.map(({ title }) => title));
    const id = all?.[0]?.id ?? '';
    const one = await client.from('jobs').select('*').eq('id', id).eq('is_active', true).single();
    expect(one.data?.title).toBe('Coder 100% Remote');
  });
});

it.each(['words', 'skills'])('%s that are no list are refused, not ignored', async (name) => {
  for (const given of ['coder', null, 1, {}]) {
    const { status } = await actors.anonymous.client.rpc('search_board', {
      wanted: [{ [name]: given }],
    });
    expect(status).toBe(400);
  }
});

describe('a number of a few bytes and thousands of digits', () => {
  const vast = Array(300).fill('1e131071').join();
  async function ask(text: string, search: string) {
    let rows: unknown[] = [];
    await api.asAdmin(async (client) => {
      rows = (await client.query(text, [search])).rows;
    });
    return rows;
  }

  it.each(['words', 'skills'])(
    'is refused among the %s of a search, and never written out',
    async (name) => {
      const read =
        'select private.asked_words($1::jsonb -> 0), private.asked_facets($1::jsonb -> 0)';
      await expect(ask(read, `[{"${name}": [${vast}, "Coder"]}]`)).rejects.toMatchObject({
        code: '22023',
      });
    },
  );

  it('neither makes a search too long nor is kept with it', async () => {
    const search = `{"wanted": [{"words": [${vast}, "Coder"],
      "near": {"latitude": 1e-16000, "longitude": -80.5, "miles": 25.00}}]}`;
    const tidy = `select private.tidy_conditions('jobs', $1)::text as tidy`;
    expect(await ask(tidy, search)).toEqual([
      {
        tidy: '{"wanted": [{"near": {"miles": 25, "latitude": 0, "longitude": -80.5}, "words": ["coder"]}]}',
      },
    ]);
  });
});

it('met no bug on the way', () => expect(api.bugs).toEqual([]));
