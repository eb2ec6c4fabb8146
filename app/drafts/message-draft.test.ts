import { expect, test } from 'vitest';
import { attemptOf } from './message-draft.ts';

test('the same words keep the key under which they were sent, others get a new one', () => {
  const attempt = attemptOf({ text: ' Yes. ' }, 'Yes.');
  expect(attempt.text).toBe('Yes.');
  expect(attemptOf({ text: 'Yes.\n', attempt }, 'Yes.')).toEqual(attempt);
  const other = attemptOf({ text: 'Yes, gladly.', attempt }, 'Yes, gladly.');
  expect(other.text).toBe('Yes, gladly.');
  expect(other.key).not.toBe(attempt.key);
});
