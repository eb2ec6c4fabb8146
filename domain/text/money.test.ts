import { expect, test } from 'vitest';
import { writeMoney, writeSmallestParts } from './money.ts';

const amounts = [
  0, 7, 18.5, 49.99, 999.05, 1_000, 58_000, 123_456.7, 10_000_000, -0.5, -49.99, -1_000,
];

test.each(['USD', 'EUR', 'GBP', 'CAD', 'JPY'])(
  '%s is written as the formatter does',
  (currency) => {
    const format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    });
    for (const amount of amounts) expect(writeMoney(amount, currency)).toBe(format.format(amount));
  },
);

test('the smallest unit of a currency is not always a hundredth', () => {
  expect(writeSmallestParts(4_999, 'USD')).toBe('$49.99');
  expect(writeSmallestParts(4_999, 'JPY')).toBe('¥4,999');
});
