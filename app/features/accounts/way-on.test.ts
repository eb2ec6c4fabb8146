import { expect, test } from 'vitest';
import { returnPathOf } from './way-on.ts';

const none = new URLSearchParams();

test('the way on stands in the address, or beside it', () => {
  expect(returnPathOf(none, { next: '/my-jobs?a=b' })).toBe('/my-jobs?a=b');
  expect(returnPathOf(new URLSearchParams('next=/alerts'), { next: '/my-jobs' })).toBe('/alerts');
});

test.each([null, 'x', { next: 1 }, { next: '//evil.example' }])('is none of %j', (state) => {
  expect(returnPathOf(none, state)).toBeUndefined();
});
