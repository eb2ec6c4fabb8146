import { describe, expect, it } from 'vitest';
import { readJobPage, readWholeJobPage } from '#domain/jobs/job-rows.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();
const owner = await actors.signedIn();
const stranger = await actors.signedIn();
const past = '2026-01-01T00:00:00Z';

async function store(changes: Record<string, unknown> = {}) {
  const [id = ''] = await storeJobs(database, [jobRow(owner.id, changes)]);
  return id;
}
async function page(id: string, { client } = actors.anonymous) {
  const [{ data, error }, whole] = await Promise.all([
    client.rpc('job_page', { job_id: id }),
    client.rpc('whole_job_page', { job_id: id }),
  ]);
  if (error) throw error;
  // The query for a whole page contains what the query for the posting alone returns.
  expect(readWholeJobPage(whole.data).page).toMatchObject(readJobPage(data));
  return readJobPage(data);
}

describe('the page of a job', () => {
  it('shows a live one completely', async () => {
    expect(await page(await store())).toMatchObject({
      status: 'live',
      job: {
        application_url: 'https://piedmont-valley.example/apply',
        contact_email: 'talent@piedmont-valley.example',
      },
    });
  });

  it.each([
    ['closed', { is_active: false, closed_at: past }],
    ['filled', { is_active: false, closed_at: past, filled_at: past }],
    ['expired', { published_at: past }],
    ['expired', { application_deadline: '2026-01-01' }],
  ])('keeps the content of one that is %s, and nothing to apply by', async (status, changes) => {
    const id = await store(changes);
    for (const who of [actors.anonymous, stranger, owner]) {
      const shown = await page(id, who);
      expect(shown).toMatchObject({
        status,
        job: {
          title: 'Denials Analyst',
          application_url: null,
          contact_name: null,
          contact_email: null,
          contact_phone: null,
        },
      });
    }
  });

  it('never shows one that staff have hidden, or one that never existed', async () => {
    expect(await page(await store({ hidden_at: past }))).toEqual({ status: 'missing' });
    expect(await page(crypto.randomUUID())).toEqual({ status: 'missing' });
  });

  it('does not exist for a posting that never was on the board', async () => {
    const row = { ...jobRow(owner.id), id: crypto.randomUUID(), is_active: false };
    await owner.client
      .from('jobs')
      .insert(row as never)
      .throwOnError();
    const company = async ({ client } = actors.anonymous) =>
      (await client.rpc('job_company', { job_id: row.id })).data;
    const alike = async ({ client } = actors.anonymous) =>
      (await client.rpc('similar_jobs', { job_id: row.id })).data;
    await store();
    for (const who of [actors.anonymous, stranger, owner]) {
      expect(await page(row.id, who)).toEqual({ status: 'missing' });
      expect(await company(who)).toEqual([]);
      expect(await alike(who)).toEqual([]);
    }
    const jobs = owner.client.from('jobs');
    for (const [is_active, status] of [
      [true, 'live'],
      [false, 'closed'],
    ] as const) {
      await jobs.update({ is_active }).eq('id', row.id).throwOnError();
      expect(await page(row.id)).toMatchObject({ status });
      expect(await company()).toHaveLength(1);
      expect(await alike()).not.toEqual([]);
    }
  });

  it('remembers the id of one that its poster deleted, and nothing else', async () => {
    const id = await store();
    await owner.client.from('jobs').delete().eq('id', id);
    expect(await page(id)).toEqual({ status: 'removed' });
    const { rows } = await database.asService.query({
      text: 'select * from public.removed_jobs where id = $1',
      values: [id],
    });
    expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'removed_at']);
  });

  it('gives the address of a deleted one to nobody, not even to its poster', async () => {
    const id = await store();
    await owner.client.from('jobs').delete().eq('id', id);
    for (const who of [owner, stranger]) {
      const row = { id, ...jobRow(who.id, { title: 'Taken over' }) };
      const { error } = await who.client.from('jobs').insert(row as never);
      expect(error).toMatchObject({ code: '23505', message: expect.stringMatching(/removed/) });
    }
    expect(await page(id)).toEqual({ status: 'removed' });
  });

  it('gives it to nobody who requests it while it is being deleted', async () => {
    const id = await store();
    const insert = await database.asService.transaction(async (session) => {
      await session.query({ text: 'delete from public.jobs where id = $1', values: [id] });
      const asked = Promise.resolve(
        stranger.client.from('jobs').insert({ id, ...jobRow(stranger.id) } as never),
      );
      // Until it waits for the deletion, which this transaction commits.
      for (let isWaiting = false; !isWaiting; ) {
        const { rowCount } = await database.asService.query({
          text: 'select from pg_locks where not granted',
        });
        isWaiting = rowCount > 0;
      }
      return { asked };
    });
    expect((await insert.asked).error?.code).toBe('23505');
  });

  it('remembers those of a deleted account', async () => {
    const leaver = await actors.signedIn();
    const [id = ''] = await storeJobs(database, [jobRow(leaver.id)]);
    await database.asService.query({
      text: 'delete from auth.users where id = $1',
      values: [leaver.id],
    });
    expect(await page(id)).toEqual({ status: 'removed' });
  });

  it('does not reveal who posted it, or when staff looked at it', async () => {
    const { data } = await actors.anonymous.client.rpc('whole_job_page', { job_id: await store() });
    expect(data).toHaveProperty('title');
    for (const column of ['posted_by', 'hidden_at']) expect(data).not.toHaveProperty(column);
  });
});

it('offers similar live jobs, most similar first, with pay that is stated in figures', async () => {
  const id = await store({ title: 'Wound Care Nurse', published_at: past });
  const pay = { salary_from: 30, salary_to: 40, salary_currency: 'USD', salary_period: 'hour' };
  const [alike, less, hidden, closed] = await storeJobs(database, [
    jobRow(owner.id, { title: 'Wound Nurse', location: 'Asheville', ...pay }),
    jobRow(owner.id, { title: 'Nurse Manager', location: 'Asheville', job_type: 'Other' }),
    jobRow(owner.id, { title: 'Wound Care Nurse', hidden_at: past }),
    jobRow(owner.id, { title: 'Wound Care Nurse', is_active: false }),
  ]);
  const { data } = await actors.anonymous.client.rpc('whole_job_page', { job_id: id });
  const { similar } = readWholeJobPage(data);
  expect(similar[0]).toMatchObject(pay);
  const ids = similar.map((job) => job.id);
  expect(ids.slice(0, 2)).toEqual([alike, less]);
  expect(ids).not.toContain(hidden);
  expect(ids).not.toContain(closed);
  expect(ids).not.toContain(id);
});
