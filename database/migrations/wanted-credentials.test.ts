import { describe, expect, it } from 'vitest';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
await postWithoutLimit(database);
const person = await actors.signedIn();

describe('the credential that a job wants', () => {
  it('is written by its poster, and is one of the tiers', async () => {
    const table = person.client.from('jobs');
    const row = jobRow(person.id, { title: 'Coder who is wanted' });
    const { data, error } = await table
      .insert({ ...row, credential_wanted: 'CIHIS-AI' })
      .select('id, credential_wanted')
      .single();
    expect(error).toBeNull();
    expect(data?.credential_wanted).toBe('CIHIS-AI');
    const refused = await table.update({ credential_wanted: 'CIHIS-XX' }).eq('id', data?.id ?? '');
    expect(refused.error).toMatchObject({
      code: '23514',
      message: 'Choose one of the credentials',
    });
    const page = await actors.anonymous.client.rpc('job_page', { job_id: data?.id ?? '' });
    expect(page.data?.[0]).toMatchObject({ status: 'live', credential_wanted: 'CIHIS-AI' });
  });

  it('finds on the board those that want it, with words and type, page by page', async () => {
    const poster = await actors.signedIn();
    const rows = Array.from({ length: 45 }, (_, place) =>
      jobRow(poster.id, {
        title: place % 2 ? `Wanted coder ${place}` : `Wanted auditor ${place}`,
        job_type: place < 10 ? 'Contract' : 'Full-time',
      }),
    );
    await storeJobs(database, rows);
    await database.asService.query({
      text: `update public.jobs set credential_wanted = 'CIHIS-ED' where posted_by = $1 and title like 'Wanted%'`,
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
    expect(await search({ credential: 'CIHIS-HC' })).toEqual([]);
    expect((await search({ credential: '' })).length).toBe(20);
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
