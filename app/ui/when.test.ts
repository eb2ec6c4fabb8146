import { expect, test } from 'vitest';
import { dateAndTime, timeAgo } from './when.ts';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20T11:59:30Z', 'just now'],
  ['2026-11-20T12:00:05Z', 'just now'],
  ['2026-11-20T11:59:00Z', '1 minute ago'],
  ['2026-11-20T09:10:00Z', '2 hours ago'],
  ['2026-11-19T12:00:00Z', 'yesterday'],
  ['2026-11-01T12:00:00Z', '2 weeks ago'],
  ['2024-11-01T12:00:00Z', '2 years ago'],
])('%s was %s', (at, words) => {
  expect(timeAgo(at, now)).toBe(words);
});

test('a date is written out', () => {
  expect(dateAndTime('2026-11-20T12:00:00Z')).toMatch(/^November \d+, 2026/);
});
