import { expect, it } from 'vitest';
import type { Database } from '#domain/database-types.ts';
import { pageKeyAfter } from '#domain/finding/job-search.ts';
import { readJobList } from '#domain/jobs/job-rows.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();
const owner = await actors.signedIn();

type Search = Database['public']['Functions']['search_jobs']['Args'];

async function search(args: Search) {
  const { data, error } = await actors.anonymous.client.rpc('search_jobs', args);
  if (error) throw error;
  return readJobList(data);
}

await database.asService.query({
  text: `insert into public.jobs (title, company, job_type, location, application_url, description,
      contact_name, contact_email, posted_by, created_at)
    select case when n % 7 = 0 then 'Auditor' when n = 2400 then 'Xylophonist' else 'Biller' end || ' ' || n,
      case when n % 20 = 0 then 'Longleaf' else 'Catawba' end,
      case when n % 3 = 0 then 'Other' else 'Full-time' end, 'Durham', 'https://a.example',
      repeat('What one does all day. ', 4) || 'End.', 'Kim', 'kim@a.example', $1,
      -- Three at a time at the same moment, so that the id has to decide.
      now() - interval '1 day' - (n / 3) * interval '1 minute'
    from generate_series(1, 2500) as n`,
  values: [owner.id],
});

async function readThrough(args: Search) {
  const ids: string[] = [];
  let page = await search(args);
  let pages = 1;
  for (;;) {
    ids.push(...page.jobs.map(({ id }) => id));
    const last = page.jobs.at(-1);
    if (!page.hasMore || !last) return { ids, pages };
    expect(page.jobs).toHaveLength(20);
    page = await search({ ...args, ...pageKeyAfter(last) });
    expect(page.matches).toBeUndefined();
    pages += 1;
  }
}

it.each([
  ['a common term', { q: 'auditor' }, `title ilike '%auditor%'`],
  ['a rarer term', { q: 'longleaf' }, `company = 'Longleaf'`],
  ['a rare term below the newest', { q: 'xylo' }, `title ilike 'xylo%'`],
  ['two rare letters', { q: 'xy' }, `title ilike 'xy%'`],
  ['a term and a type', { q: 'auditor', type: 'Other' }, `title ilike 'a%' and job_type = 'Other'`],
])('is read through page by page: %s', async (_, args, condition) => {
  const { ids } = await readThrough(args);
  const { rows } = await database.asService.query<{ id: string }>({
    text: `select id from public.jobs where ${condition} order by created_at desc, id desc`,
  });
  expect(ids).toEqual(rows.map(({ id }) => id));
});

it('counts only as far as is useful', async () => {
  expect(await search({})).toMatchObject({ matches: 1000, isExact: false, hasMore: true });
  expect(await search({ q: 'biller' })).toMatchObject({ matches: 850, isExact: false });
  expect(await search({ q: 'longleaf' })).toMatchObject({ matches: 100, isExact: false });
  expect(await search({ q: 'xy' })).toMatchObject({ matches: 1, isExact: true, hasMore: false });
});

it('the next page by relevance is a whole one, however many have come in since', async () => {
  const page = async (more: object) => {
    const wanted = [{ words: ['auditor'] }];
    const { data } = await actors.anonymous.client
      .rpc('search_board', { wanted, sort: 'relevance', ...more })
      .throwOnError();
    return data;
  };
  const last = (await page({})).at(-1);
  await database.asService.query({
    text: `insert into public.jobs (title, company, job_type, location, application_url, description,
        contact_name, contact_email, posted_by)
      select 'Auditor ' || n, company, job_type, location, application_url, description, contact_name, contact_email,
        posted_by
      from generate_series(1, 25) as n, (select * from public.jobs where id = $1) as j`,
    values: [last?.id],
  });
  const next = await page({ skip: 20, ...pageKeyAfter(last as never) });
  expect([next.length, next.at(-1)?.has_more]).toEqual([20, true]);
});
