import { expect, test } from 'vitest';
import { returnPathOf } from './way-on.ts';

const none = new URLSearchParams();

test('the return path is in the address, or in the history entry', () => {
  const place = { pathname: '/my-jobs', search: '?a=b', hash: '#c' };
  expect(returnPathOf(none, place)).toBe('/my-jobs?a=b#c');
  expect(returnPathOf(none, { pathname: '/my-jobs?a=b' })).toBe('/my-jobs?a=b');
  expect(returnPathOf(new URLSearchParams('next=/alerts'), place)).toBe('/alerts');
});

test.each([null, 'x', {}, { pathname: 1 }, { pathname: '//evil.example' }])(
  'is none of %j',
  (state) => {
    expect(returnPathOf(none, state)).toBeUndefined();
  },
);
