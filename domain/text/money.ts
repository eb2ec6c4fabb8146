import { grouped } from './grouped.ts';

/** Each has a hundred cents. Creating a formatter costs a slow phone 60 ms, and nearly all amounts are in these. */
const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };

/** Created once for each of the few other currencies: that costs a hundred times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>();

/** 58000 as "$58,000", 49.99 as "$49.99". */
export function writeMoney(amount: number, currency: string): string {
  const sign = signs[currency];
  if (!sign) return formatOf(currency).format(amount);
  return (amount < 0 ? '-' : '') + sign + writeHundredths(Math.abs(amount));
}

/** `cents` is in the smallest unit of the currency, as payment services count. */
export function writeSmallestParts(cents: number, currency: string): string {
  const digits = signs[currency]
    ? 2
    : (formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2);
  return writeMoney(cents / 10 ** digits, currency);
}

function writeHundredths(amount: number): string {
  const [whole = '', parts = ''] = amount.toFixed(2).split('.');
  return grouped(Number(whole)) + (parts === '00' ? '' : `.${parts}`);
}

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    });
    formats.set(currency, format);
  }
  return format;
}
