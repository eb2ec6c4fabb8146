import { expect, test } from 'vitest';
import { endsAt, statusOf } from './job-life.ts';

const published_at = '2026-03-01T10:00:00+00:00';

test('a deadline ends when its day ends in the last place on earth', () => {
  const end = endsAt({ published_at, application_deadline: '2026-03-31' });
  expect(end.toISOString()).toBe('2026-04-01T12:00:00.000Z');
});

test('a job without a deadline stays up for sixty days', () => {
  const end = endsAt({ published_at, application_deadline: null });
  expect(end.toISOString()).toBe('2026-04-30T10:00:00.000Z');
});

test('the status of a job is the first that applies', () => {
  const job = {
    is_active: true,
    hidden_at: null,
    filled_at: null,
    ends_at: '2026-04-01T12:00:00+00:00',
  };
  const before = new Date('2026-04-01T11:59:59.999Z');
  const after = new Date('2026-04-01T12:00:00Z');
  expect(statusOf(job, before)).toBe('live');
  expect(statusOf(job, after)).toBe('expired');
  expect(statusOf({ ...job, is_active: false }, after)).toBe('closed');
  expect(statusOf({ ...job, is_active: false, filled_at: published_at }, after)).toBe('filled');
  expect(statusOf({ ...job, hidden_at: published_at }, before)).toBe('hidden');
});
