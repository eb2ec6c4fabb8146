import { expect, test } from 'vitest';
import { attemptOf } from './draft.ts';

test('the same words keep the key under which they were sent, others get a new one', () => {
  const attempt = attemptOf({ text: ' Yes. ' });
  expect(attempt.text).toBe('Yes.');
  expect(attemptOf({ text: 'Yes.\n', attempt })).toEqual(attempt);
  const other = attemptOf({ text: 'Yes, gladly.', attempt });
  expect(other.text).toBe('Yes, gladly.');
  expect(other.key).not.toBe(attempt.key);
});
