/** A number that Node would round, as it was written. `JSON.stringify` writes it so again. */
type Long = { rawJSON: string };

/** What TypeScript does not know of yet. */
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

/** JSON whose numbers keep all of their digits: rows are found and told apart by them. */
export function readWithLong(text: string): unknown {
  return mayHoldLong.test(text) ? json.parse(text, keepLong) : JSON.parse(text);
}

function keepLong(_name: string, value: unknown, { source = '' }: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && plain.test(source) && countDigits(source) > 15;
  return isRounded ? json.rawJSON(source) : value;
}

const countDigits = (source: string) => source.replace(/^-?0?\.?0*|[.]/g, '').length;

/** Where at least one of the two is long; nothing is more or less than what is no number. */
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

/** As many times as large, so that it is whole; one with an exponent is as large as Node says. */
function scaled(text: string, places: number): bigint | number {
  const [, whole, fraction = ''] = plain.exec(text) ?? [];
  if (whole === undefined) return Number(text) * 10 ** places;
  return BigInt(whole + fraction.padEnd(places, '0'));
}

function order(one: bigint | number, other: bigint | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
