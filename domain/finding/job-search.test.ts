import { expect, test } from 'vitest';
import {
  everyJob,
  jobSearchAddress,
  pageKeyAfter,
  readJobSearch,
  writeJobSearch,
} from './job-search.ts';

const job = {
  is_featured: false,
  created_at: '2026-03-01T10:00:00.123456+00:00',
  id: '10000000-0000-4000-8000-000000000001',
};

/** Of this job, as an address has it. */
const key = '0_2026-03-01T10%3A00%3A00.123456%2B00%3A00_10000000-0000-4000-8000-000000000001';

test('a search survives the way to an address and back', () => {
  const search = {
    ...everyJob,
    q: '100% C++ & more',
    isPlain: true,
    isWide: true,
    type: 'Part-time',
    credential: 'CIHIS-L',
    place: 'Charlotte, NC',
    miles: 50,
    workplace: 'hybrid',
    pay: { amount: 34.5, per: 'hour' },
    posted: 7,
    isVerified: true,
    after: pageKeyAfter(job),
  } as const;
  const address = jobSearchAddress(search);
  expect(readJobSearch(new URL(address, 'http://site.test').searchParams)).toEqual(search);
  expect(jobSearchAddress({ q: '', type: '' })).toBe('/jobs');
  expect(jobSearchAddress(everyJob)).toBe('/jobs');
});

test('values that no form writes into an address are dropped', () => {
  const read = (query: string) => readJobSearch(new URLSearchParams(query));
  expect(read('')).toEqual(everyJob);
  expect(read('type=Temporary&q=%00+nurse%0A')).toMatchObject({ type: '', q: 'nurse' });
  expect([...read(`q=${encodeURIComponent('😀'.repeat(200))}`).q]).toHaveLength(100);
  for (const after of [
    'x',
    '1_2026-99-99T10:00:00+00:00_x',
    `0_yesterday_${job.id}`,
    ...['2026-02-30', '2026-02-29', '2026-13-01', '0000-01-01'].map(
      (day) => `1_${day}T00:00:00+00:00_${job.id}`,
    ),
    `1_2026-03-01T24:00:00+00:00_${job.id}`,
    `1_2026-03-01T10:00:60+00:00_${job.id}`,
  ]) {
    expect(read(`after=${encodeURIComponent(after)}`).after).toBeUndefined();
  }
});

test('invisible characters that were pasted along are not searched for', () => {
  const read = (q: string, place = '') => readJobSearch(new URLSearchParams({ q, place }));
  for (const pasted of ['\u200Bcoder', '\u202Acoder\u202C', 'co\u00ADder', 'coder\u200E \uFEFF']) {
    expect(read(pasted, `${pasted}\u2060`)).toMatchObject({ q: 'coder', place: 'coder' });
  }
  expect(read('\u200B')).toEqual(everyJob);
  // These joiners are part of visible characters in emoji and other scripts.
  expect(read('👩\u200D💻 می\u200Cخواهم').q).toBe('👩\u200D💻 می\u200Cخواهم');
});

test.each([
  ['place=Durham&miles=25', 'place=Durham'],
  ['place=%20Durham%20&miles=7', 'place=Durham'],
  ['miles=50', ''],
  ['plain=1', ''],
  ['q=coder&plain=1', 'q=coder&plain=1'],
  ['place=Remote', 'workplace=remote'],
  ['place=remote&workplace=hybrid', 'workplace=remote'],
  ['place=Remote, OR', 'place=Remote%2C+OR'],
  ['pay=90k', 'pay=90000'],
  ['pay=35 an hour', 'pay=35'],
  ['pay=90k a year', 'pay=90000'],
  ['pay=$90,000–$100,000', 'pay=90000'],
  ['pay=up to 90k', ''],
  ['pay=$90,000&per=year', 'pay=90000'],
  ['pay=35&per=hour', 'pay=35'],
  ['pay=35&per=year', 'pay=35&per=year'],
  ['pay=0', ''],
  ['pay=-5', ''],
  ['pay=1e9', ''],
  ['pay=99999999999', ''],
  ['pay=many', ''],
  ['posted=7&verified=1&sort=pay&skip=40', 'posted=7&verified=1&sort=pay&skip=40'],
  ['posted=8&verified=yes&sort=best&skip=40', ''],
  ['sort=pay&skip=99999', 'sort=pay'],
  [`sort=pay&skip=20&after=${key}`, `sort=pay&after=${key}&skip=20`],
  [`sort=pay&after=${key}`, 'sort=pay'],
  [`after=${key}&skip=20`, `after=${key}`],
  ['sort=nearest&skip=999', 'sort=nearest&skip=980'],
  ['workplace=moon', ''],
  ['sort=newest', ''],
])('%s is normalized to %s, which stays unchanged', (given, written) => {
  const search = readJobSearch(new URLSearchParams(given));
  expect(writeJobSearch(search).toString()).toBe(written);
  expect(readJobSearch(writeJobSearch(search))).toEqual(search);
});
