import { expect, it } from 'vitest';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { listReportedJobs, setHidden } from './moderation.ts';

const { actors, database } = await openTestApi();
const poster = await actors.signedIn();
const [once = '', twice = ''] = await storeJobs(database, [
  jobRow(poster.id, { title: 'Reported once' }),
  jobRow(poster.id, { title: 'Reported twice' }),
  jobRow(poster.id, { title: 'Never reported' }),
]);
for (const id of [once, twice, twice]) {
  await database.query({
    text: `insert into public.job_reports (job_id, reason) values ($1, 'scam')`,
    values: [id],
  });
}
const listed = async () => (await listReportedJobs(database)).map(({ title }) => title);
const isOnBoard = async (id: string) => {
  const { data } = await actors.anonymous.client.from('jobs').select('id').eq('id', id);
  return data?.length === 1;
};

it('lists what was reported, hides it, and releases it', async () => {
  expect(await listed()).toEqual(['Reported twice', 'Reported once']);

  expect(await setHidden(database, twice, true)).toBe('Reported twice');
  expect(await isOnBoard(twice)).toBe(false);
  const hidden = (await listReportedJobs(database)).find(({ id }) => id === twice);
  expect(hidden).toMatchObject({ reports: [], hidden_at: expect.any(Date) });

  await setHidden(database, twice, false);
  await setHidden(database, once, false);
  expect(await isOnBoard(twice)).toBe(true);
  expect(await listed()).toEqual([]);
});

it('knows what is not there', async () => {
  expect(await setHidden(database, crypto.randomUUID(), true)).toBeUndefined();
});
