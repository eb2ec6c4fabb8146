import { expect, test } from 'vitest';
import { dateAndTime, shortDate, shortDay, timeAgo } from './when.ts';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20T11:59:30Z', 'just now'],
  ['2026-11-20T12:00:05Z', 'just now'],
  ['2026-11-20T11:59:00Z', '1 minute ago'],
  ['2026-11-20T09:10:00Z', '2 hours ago'],
  ['2026-11-19T12:00:00Z', 'yesterday'],
  ['2026-11-18T12:30:00Z', '2 days ago'],
  ['2026-11-07T12:30:00Z', '1 week ago'],
  ['2026-09-30T12:00:00Z', '1 month ago'],
  ['2024-12-01T12:00:00Z', '1 year ago'],
  ['2026-11-01T12:00:00Z', '2 weeks ago'],
  ['2024-11-01T12:00:00Z', '2 years ago'],
])('%s was %s', (at, words) => {
  expect(timeAgo(at, now)).toBe(words);
});

test('our own words equal those of the formatters, which cost a slow phone too much', () => {
  const relative = new Intl.RelativeTimeFormat('en-US');
  const units = [
    ['minute', 60],
    ['hour', 3_600],
    ['week', 604_800],
    ['month', 2_592_000],
    ['year', 31_536_000],
  ] as const;
  for (const [unit, seconds] of units) {
    for (const count of [1, 2, 3]) {
      const at = new Date(now.getTime() - count * seconds * 1_000);
      expect(timeAgo(at, now)).toBe(relative.format(-count, unit));
    }
  }
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
  const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
  for (let month = 0; month < 12; month += 1) {
    const moment = new Date(2026, month, 3 + month, 2 * month, 5 * month);
    expect(shortDay(moment)).toBe(day.format(moment));
    expect(shortDate(moment)).toBe(date.format(moment));
    expect(dateAndTime(moment)).toBe(full.format(moment));
  }
});

test('yesterday is the day before, and within two days no other', () => {
  const evening = new Date(2026, 10, 18, 23, 30);
  const said = [23, 25, 47].map((hours) =>
    timeAgo(evening, new Date(evening.getTime() + hours * 3_600_000)),
  );
  expect(said).toEqual(['23 hours ago', '2 days ago', '2 days ago']);
  expect(timeAgo(new Date(2026, 10, 19, 8), new Date(2026, 10, 20, 9))).toBe('yesterday');
});

test('a day ago is never zero days: when the clocks go back, a day has 25 hours', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/New_York';
  // From half past midnight to half past eleven that night, and to the next morning.
  const early = '2026-11-01T04:30:00Z';
  const said = ['2026-11-02T04:30:00Z', '2026-11-02T04:59:00Z', '2026-11-02T05:00:00Z'].map((now) =>
    timeAgo(early, new Date(now)),
  );
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  expect(said).toEqual(['24 hours ago', '24 hours ago', 'yesterday']);
});
