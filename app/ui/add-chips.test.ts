import { expect, test } from 'vitest';
import { addChips } from './add-chips.ts';

test('an entry is trimmed before it is added', () => {
  expect(addChips(['CDI'], '  Denials  ', 30).chips).toEqual(['CDI', 'Denials']);
});

test('an empty entry adds nothing', () => {
  expect(addChips(['CDI'], '   ', 30).chips).toEqual(['CDI']);
});

test('an entry that is there already is not added again', () => {
  expect(addChips(['CDI'], 'CDI', 30)).toEqual({ chips: ['CDI'], isLimitReached: false });
});

test('a comma separates entries', () => {
  expect(addChips([], 'CDI, , Audit,CDI', 30).chips).toEqual(['CDI', 'Audit']);
});

test('an entry past the limit is refused and reported', () => {
  expect(addChips(['a', 'b'], 'c', 2)).toEqual({ chips: ['a', 'b'], isLimitReached: true });
});

test('a repeated entry at the limit is not a limit reached', () => {
  expect(addChips(['a', 'b'], 'b', 2).isLimitReached).toBe(false);
});
