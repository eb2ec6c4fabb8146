import { expect, test } from 'vitest';
import { describeCount } from './describe-count.ts';
import { dateOf, salaryOf, shortDateOf } from './job-words.ts';

const none = {
  salary_range: null,
  salary_from: null,
  salary_to: null,
  salary_currency: null,
  salary_period: null,
};
const pay = { ...none, salary_range: 'good', salary_currency: 'USD', salary_period: 'year' };

test.each([
  [none, null],
  [{ ...none, salary_range: 'by agreement' }, 'by agreement'],
  [{ ...pay, salary_from: 58_000, salary_to: 72_000 }, '$58,000–$72,000 a year'],
  [{ ...pay, salary_from: 34.5, salary_to: 34.5, salary_period: 'hour' }, '$34.50 an hour'],
  [{ ...pay, salary_from: 58_000 }, 'From $58,000 a year'],
  [{ ...pay, salary_to: 900, salary_currency: 'EUR', salary_period: 'week' }, 'Up to €900 a week'],
])('a salary in figures comes before the one in words: %o', (job, words) => {
  expect(salaryOf(job)).toBe(words);
});

test('a count says whether it is complete', () => {
  const list = { jobs: [], hasMore: true, isExact: true };
  expect(describeCount({ ...list, matches: 1 })).toBe('1 job');
  expect(describeCount({ ...list, matches: 0 })).toBe('0 jobs');
  expect(describeCount({ ...list, matches: 1000, isExact: false })).toBe('1,000+ jobs');
  expect(describeCount({ ...list, matches: undefined })).toBe('0 jobs on this page');
});

test('dates read like those of the formatters, which cost a slow phone too much', () => {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  for (let month = 0; month < 12; month += 1) {
    const at = new Date(Date.UTC(2026, month, 1 + month, 23)).toISOString();
    expect(dateOf(at)).toBe(day.format(new Date(at)));
    expect(shortDateOf(at)).toBe(short.format(new Date(at)));
  }
});
