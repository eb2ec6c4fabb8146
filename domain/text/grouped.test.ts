import { expect, test } from 'vitest';
import { grouped } from './grouped.ts';

test.each([0, 7, 999, 1_000, 45_300, 999_999, 100_000_000, 2_147_483_647])(
  '%i is grouped like Intl.NumberFormat does it',
  (whole) => {
    expect(grouped(whole)).toBe(whole.toLocaleString('en-US'));
  },
);
