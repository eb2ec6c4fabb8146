import { describe, expect, it } from 'vitest';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
await postWithoutLimit(database);
const person = await actors.signedIn();

describe('the credentials that a job wants', () => {
  it('are written by its poster, and are some of the tiers', async () => {
    const table = person.client.from('jobs');
    const row = jobRow(person.id, { title: 'Coder who is wanted' });
    const { data, error } = await table
      .insert({ ...row, credentials_wanted: ['CIHIS-AI', 'CIHIS-L'] })
      .select('id, credentials_wanted')
      .single();
    expect(error).toBeNull();
    expect(data?.credentials_wanted).toEqual(['CIHIS-AI', 'CIHIS-L']);
    const wrong: unknown[] = [
      ['CIHIS-XX'],
      ['CIHIS-AI', 'CIHIS-AI'],
      ['CIHIS-AI', null],
      [['CIHIS-AI'], ['CIHIS-L']],
      [''],
    ];
    for (const credentials_wanted of wrong) {
      const refused = await table
        .update({ credentials_wanted: credentials_wanted as string[] })
        .eq('id', data?.id ?? '');
      expect(refused.error, JSON.stringify(credentials_wanted)).toMatchObject({
        code: '23514',
        message: 'Choose among the credentials',
      });
    }
    const page = await actors.anonymous.client.rpc('job_page', { job_id: data?.id ?? '' });
    expect(page.data?.[0]).toMatchObject({
      status: 'live',
      credentials_wanted: ['CIHIS-AI', 'CIHIS-L'],
    });
  });

  it('filter the board, with words and type, page by page', async () => {
    const poster = await actors.signedIn();
    const rows = Array.from({ length: 45 }, (_, place) =>
      jobRow(poster.id, {
        title: place % 2 ? `Wanted coder ${place}` : `Wanted auditor ${place}`,
        job_type: place < 10 ? 'Contract' : 'Full-time',
      }),
    );
    await storeJobs(database, rows);
    await database.asService.query({
      text: `update public.jobs set credentials_wanted =
          case when job_type = 'Contract' then '{CIHIS-S,CIHIS-ED}' else '{CIHIS-ED}' end::text[]
        where posted_by = $1 and title like 'Wanted%'`,
      values: [poster.id],
    });
    const search = async (args: Record<string, unknown>) =>
      (await actors.anonymous.client.rpc('search_jobs', args)).data ?? [];
    const first = await search({ credential: 'CIHIS-ED' });
    expect(first).toHaveLength(20);
    expect(first[0]).toMatchObject({ matches: 45, is_exact: true, has_more: true });
    const seen = new Set(first.map(({ id }) => id));
    let last = first.at(-1);
    while (last?.has_more) {
      const page = await search({
        credential: 'CIHIS-ED',
        after_featured: last.is_featured,
        after_created_at: last.created_at,
        after_id: last.id,
      });
      for (const { id } of page) seen.add(id);
      last = page.at(-1);
    }
    expect(seen.size).toBe(45);
    expect(await search({ credential: 'CIHIS-ED', q: 'auditor', type: 'Contract' })).toHaveLength(
      5,
    );
    // Any of those that a job names.
    expect((await search({ credential: 'CIHIS-S' })).length).toBe(10);
    expect((await search({ credential: 'any', type: 'Contract' })).length).toBe(10);
    expect(await search({ credential: 'CIHIS-HC' })).toEqual([]);
    expect((await search({ credential: '' })).length).toBe(20);
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
