import { expect, test } from 'vitest';
import { isUnseen } from './applications.ts';

test('an applicant who was answered or moved from a list is not told that nobody has looked', () => {
  const now = '2026-03-03T12:00:00Z';
  const unseen = { state: 'new', looked_at: null, answered_at: null };
  expect(isUnseen(unseen)).toBe(true);
  expect(isUnseen({ ...unseen, state: 'withdrawn' })).toBe(true);
  expect(isUnseen({ ...unseen, looked_at: now })).toBe(false);
  expect(isUnseen({ ...unseen, answered_at: now })).toBe(false);
  expect(isUnseen({ ...unseen, state: 'review' })).toBe(false);
});
