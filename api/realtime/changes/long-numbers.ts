/** A number that a double would round, kept as text. `JSON.stringify` writes it unchanged. */
type Long = { rawJSON: string };

/** What TypeScript does not know yet. */
const json = JSON as unknown as {
  rawJSON(text: string): Long;
  isRawJSON(value: unknown): value is Long;
  parse(
    text: string,
    revive: (name: string, value: unknown, where: { source?: string }) => unknown,
  ): unknown;
};

export const isLong = json.isRawJSON;

const mayHoldLong = /\d[\d.]{15}/;
const plain = /^(-?\d+)(?:\.(\d+))?$/;

/** Parses JSON without losing digits of numbers, because rows are identified and compared by them. */
export function readWithLong(text: string): unknown {
  return mayHoldLong.test(text) ? json.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_name: string, value: unknown, { source = '' }: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && plain.test(source) && countDigits(source) > 15;
  return isRounded ? json.rawJSON(source) : value;
}

const countDigits = (source: string) => source.replace(/^-?0?\.?0*|[.]/g, '').length;

/** For comparisons in which at least one number is long; anything that is not a number is neither more nor less. */
export function compareLong(one: unknown, other: unknown): number {
  const [left, right] = [textOf(one), textOf(other)];
  if (left === undefined || right === undefined) return Number.NaN;
  const places = Math.max(placesOf(left), placesOf(right));
  return order(scaled(left, places), scaled(right, places));
}

function textOf(value: unknown): string | undefined {
  if (isLong(value)) return value.rawJSON;
  return typeof value === 'number' ? String(value) : undefined;
}

const placesOf = (text: string) => plain.exec(text)?.[2]?.length ?? 0;

/**
 * Multiplied by a power of ten, so that it is an integer; a number with an exponent is only as precise as a double.
 */
function scaled(text: string, places: number): bigint | number {
  const [, whole, fraction = ''] = plain.exec(text) ?? [];
  if (whole === undefined) return Number(text) * 10 ** places;
  return BigInt(whole + fraction.padEnd(places, '0'));
}

function order(one: bigint | number, other: bigint | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
