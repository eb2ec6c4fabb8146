import { expect, it } from 'vitest';
import { jobRow, storeJobs, storeManyJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database } = api;
const poster = await actors.signedIn();
const past = '2026-01-01T00:00:00Z';
const [live = '', other = '', expired = '', hidden = ''] = await storeJobs(database, [
  jobRow(poster.id),
  jobRow(poster.id),
  jobRow(poster.id, { published_at: past }),
  jobRow(poster.id, { hidden_at: past }),
]);

it('a person saves and removes what they see, once', async () => {
  const { id, client } = await actors.signedIn();
  const save = (job_id: string) => client.from('saved_jobs').insert({ user_id: id, job_id });
  expect((await save(live)).error).toBeNull();
  expect((await save(live)).error?.code).toBe('23505');
  for (const unseen of [hidden, expired, crypto.randomUUID()]) {
    expect((await save(unseen)).error?.code).toBe('42501');
  }
  await client.from('saved_jobs').delete().eq('job_id', live);
  expect((await client.from('saved_jobs').select('*')).data).toEqual([]);
});

it('nobody sees or writes the list of somebody else', async () => {
  const person = await actors.signedIn();
  const stranger = await actors.signedIn();
  await person.client.rpc('save_jobs', { ids: [live] });
  expect((await stranger.client.from('saved_jobs').select('*')).data).toEqual([]);
  expect((await stranger.client.rpc('list_saved_jobs')).data).toEqual([]);
  const foreign = { user_id: person.id, job_id: other };
  expect((await stranger.client.from('saved_jobs').insert(foreign)).error?.code).toBe('42501');
  for (const call of [
    actors.anonymous.client.rpc('save_jobs', { ids: [live] }),
    actors.anonymous.client.rpc('list_saved_jobs'),
  ]) {
    expect((await call).error?.code).toBe('42501');
  }
});

it('what a device had saved joins the list, whatever it is', async () => {
  const { client } = await actors.signedIn();
  const ids = [live, live, hidden, expired, crypto.randomUUID(), other];
  expect((await client.rpc('save_jobs', { ids })).data).toBe(2);
  expect((await client.rpc('save_jobs', { ids })).data).toBe(0);
  expect((await client.rpc('save_jobs', { ids: [] })).data).toBe(0);
  expect((await client.from('saved_jobs').select('*')).data).toHaveLength(2);
});

it('the list says what became of each, and leaves out what staff have hidden', async () => {
  const { client } = await actors.signedIn();
  const ids = await storeJobs(
    database,
    ['Stays', 'Expires', 'Is closed', 'Is hidden'].map((title) => jobRow(poster.id, { title })),
  );
  await client.rpc('save_jobs', { ids });
  const change = (set: string, id?: string) =>
    database.asService.query({ text: `update public.jobs set ${set} where id = $1`, values: [id] });
  await change(`published_at = '${past}'`, ids[1]);
  await change('is_active = false', ids[2]);
  await change('hidden_at = now()', ids[3]);
  const { data } = await client.rpc('list_saved_jobs');
  const statuses = Object.fromEntries(
    (data ?? []).map(({ title, status, application_url }) => [title, [status, !!application_url]]),
  );
  expect(statuses).toEqual({
    Stays: ['live', true],
    Expires: ['expired', false],
    'Is closed': ['closed', false],
  });
});

it('a list has room for 500', async () => {
  const { id, client } = await actors.signedIn();
  const ids = await storeManyJobs(api, jobRow(poster.id), 502);
  expect((await client.rpc('save_jobs', { ids: ids.slice(0, 499) })).data).toBe(499);
  expect((await client.rpc('save_jobs', { ids })).data).toBe(1);
  const { error } = await client.from('saved_jobs').insert({ user_id: id, job_id: ids[501] ?? '' });
  expect(error?.code).toBe('23514');
});
