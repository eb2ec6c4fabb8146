import { expect, test } from 'vitest';
import { jobSearchAddress, pageKeyAfter, readJobSearch } from './job-search.ts';

const job = {
  is_featured: false,
  created_at: '2026-03-01T10:00:00.123456+00:00',
  id: '10000000-0000-4000-8000-000000000001',
};

test('an address and a search say the same', () => {
  const search = {
    q: '100% C++ & more',
    type: 'Part-time',
    credential: 'CIHIS-L',
    after: pageKeyAfter(job),
  } as const;
  const address = jobSearchAddress(search);
  expect(readJobSearch(new URL(address, 'http://site.test').searchParams)).toEqual(search);
  expect(jobSearchAddress({ q: '', type: '' })).toBe('/jobs');
});

test('what nobody wrote into an address is left out', () => {
  const read = (query: string) => readJobSearch(new URLSearchParams(query));
  expect(read('')).toEqual({
    q: '',
    type: '',
    credential: '',
    after: undefined,
  });
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
