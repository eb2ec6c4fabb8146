import { expect, it } from 'vitest';
import { jobSearchAddress, readJobSearch } from '#domain/finding/job-search.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { findOnBoard } from './find-on-board.server.ts';

const { actors, database } = await openTestApi();
const poster = await actors.signedIn();
const job = (title: string, company: string, more = {}) =>
  jobRow(poster.id, { title, company, location: 'Remote', ...more });
await storeJobs(database, [
  job('Denial Analyst', 'Catawba Coding'),
  job('Inpatient Coder', 'Tidewater'),
  job('Analyst of Denials', 'Tidewater'),
  job('CDI Specialist', 'Tidewater'),
  job('Reviewer', 'Tidewater', { requirements: 'Clinical documentation improvement' }),
  job('Biller', 'Raleigh Billing', { location: 'Boone, NC', city: 'Boone', region: 'NC' }),
  job('Auditor', 'Tidewater', { location: 'Raleigh, NC', city: 'Raleigh', region: 'NC' }),
]);

async function find(address: string) {
  const search = readJobSearch(new URLSearchParams(address));
  const found = await findOnBoard(actors.anonymous.client as never, search);
  if ('error' in found) throw found.error;
  const { list, chips, hasWider, counts } = found;
  const titles = list.jobs.map(({ title }) => title).toSorted();
  return { titles, matches: list.matches, hasWider, chips: chips.length, counts };
}

it.each([
  ['q=coding', ['Denial Analyst'], true],
  ['q=CDI', ['CDI Specialist'], true],
  ['q=denial analyst', ['Denial Analyst'], true],
  ['q=biller', ['Biller'], false],
  ['q=coding&type=Contract', [], false],
])(
  '%s finds what has the words as they were typed, and says whether there is more',
  async (q, titles, hasWider) => {
    expect(await find(q)).toMatchObject({ titles, matches: titles.length, hasWider, chips: 0 });
  },
);

it('widens a search when asked to or when nothing else is found, and treats places as always', async () => {
  const wide = await find(jobSearchAddress({ q: 'coding', isWide: true }).slice('/jobs?'.length));
  expect(wide).toMatchObject({ titles: ['Denial Analyst', 'Inpatient Coder'], hasWider: false });
  expect((await find('q=CDI&wide=1')).titles).toEqual(['CDI Specialist', 'Reviewer']);
  expect(await find('q=tidewater denials')).toMatchObject({ titles: ['Analyst of Denials'] });
  expect(await find('q=raleigh')).toMatchObject({ titles: ['Auditor', 'Biller'], chips: 1 });
});
