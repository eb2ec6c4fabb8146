import { expect, it } from 'vitest';
import { remembered } from './remembered.ts';

it('computes each value once, and forgets everything when there are too many', () => {
  const asked: string[] = [];
  const length = remembered((word) => {
    asked.push(word);
    return word === 'nothing' ? undefined : word.length;
  }, 2);
  expect(['one', 'nothing', 'one', 'nothing'].map(length)).toEqual([3, undefined, 3, undefined]);
  expect(asked).toEqual(['one', 'nothing']);
  length('third');
  length('one');
  expect(asked).toEqual(['one', 'nothing', 'third', 'one']);
});

it('does not cache values that are too long to be real', () => {
  let count = 0;
  const ask = remembered(() => {
    count += 1;
    return count;
  });
  expect([ask('x'.repeat(301)), ask('x'.repeat(301))]).toEqual([1, 2]);
});
