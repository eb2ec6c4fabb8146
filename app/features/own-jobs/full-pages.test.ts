import { expect, it } from 'vitest';
import { jobRow, postWithoutLimit, storeManyJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { readOwnJobs } from './own-jobs.ts';
import { addPage, joinNewest } from './use-own-jobs.ts';

const api = await openTestApi();
const { actors, database } = api;
await postWithoutLimit(database);

it('pages of own jobs contain each job once, whatever is posted or deleted in between', async () => {
  const person = await actors.signedIn();
  const created_at = '2026-01-05T10:00:00.123456Z';
  // All with the same time, as if posted at once.
  const ids = await storeManyJobs(
    { ...api, isProjects: false },
    jobRow(person.id, { created_at }),
    45,
  );
  const first = await readOwnJobs(person.client);
  expect([first.jobs.length, first.hasMore]).toEqual([20, true]);
  const [newest] = await storeManyJobs({ ...api, isProjects: false }, jobRow(person.id), 1);
  const second = await readOwnJobs(person.client, first.jobs.at(-1));
  await database.asService.query({
    text: 'delete from public.jobs where id = $1',
    values: [first.jobs[0]?.id],
  });
  const third = await readOwnJobs(person.client, second.jobs.at(-1));
  expect([third.jobs.length, third.hasMore]).toEqual([5, false]);
  const all = [first, second, third].flatMap(({ jobs }) => jobs.map(({ id }) => id));
  expect(all.toSorted()).toEqual(ids.toSorted());

  const shown = { ...third, jobs: [first, second, third].flatMap(({ jobs }) => jobs) };
  const joined = joinNewest(shown, await readOwnJobs(person.client));
  expect(joined.jobs.map(({ id }) => id)).toEqual([newest, ...all.slice(1)]);
  // More than a page has been added since, so there would be a gap.
  await storeManyJobs({ ...api, isProjects: false }, jobRow(person.id), 21);
  const last = await readOwnJobs(person.client);
  expect(joinNewest(shown, last)).toEqual(last);
  // So there would be behind a page that was on its way.
  expect(addPage(last, first.jobs.at(-1), second)).toEqual(last);
  const next = await readOwnJobs(person.client, last.jobs.at(-1));
  const more = addPage(last, last.jobs.at(-1), next);
  expect([more.jobs.length, more.hasMore]).toEqual([40, true]);
});
