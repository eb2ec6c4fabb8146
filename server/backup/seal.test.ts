import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = 'a long enough passphrase';
const content = randomBytes(200_000);
const all = async (source: AsyncIterable<Uint8Array>) => {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
};
async function* of(bytes: Buffer, step = 7_777) {
  for (let from = 0; from < bytes.length; from += step) yield bytes.subarray(from, from + step);
}
const sealed = await all(seal(of(content), key));
const open = (bytes: Buffer, passphrase: string | undefined = key) =>
  all(unseal(of(bytes), passphrase));

/** Where the first piece begins, and how long a full one is, with its length prefix and its tag. */
const [first, piece] = [45, 4 + 65_536 + 16];

describe('a sealed stream', () => {
  it('opens with its key, in whatever chunks it arrives', async () => {
    expect((await open(sealed)).equals(content)).toBe(true);
    expect(await open(await all(seal(of(Buffer.alloc(0)), key)))).toHaveLength(0);
    const even = randomBytes(65_536 * 2);
    expect((await open(await all(seal(of(even), key)))).equals(even)).toBe(true);
  });

  it('tells a wrong key from a missing one', async () => {
    await expect(open(sealed, 'another passphrase of somebody')).rejects.toThrow(
      'BACKUP_KEY is not the key that this backup was made with.',
    );
    await expect(all(unseal(of(sealed), undefined))).rejects.toThrow('set BACKUP_KEY');
  });

  it.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['a bit was changed', (bytes) => flip(bytes, first + 100), 'was changed or is damaged'],
    ['a bit of the last tag was changed', (bytes) => flip(bytes, bytes.length - 1), 'was changed'],
    ['a length was changed', (bytes) => flip(bytes, first + 3), 'was changed or is damaged'],
    ['pieces changed places', swap, 'was changed or is damaged'],
    [
      'a piece is missing',
      (bytes) => Buffer.concat([bytes.subarray(0, first), bytes.subarray(first + piece)]),
      'was changed or is damaged',
    ],
    ['the end is missing', (bytes) => bytes.subarray(0, -500), 'ends before its end'],
    [
      'the last piece is missing',
      (bytes) => bytes.subarray(0, first + 3 * piece),
      'ends before its end',
    ],
    [
      'a piece was made the last one',
      (bytes) => flip(bytes.subarray(0, first + 3 * piece), first + 2 * piece, 0x80),
      'was changed or is damaged',
    ],
    ['something follows', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), 'behind its end'],
    ['it is something else', () => randomBytes(500), 'is no sealed backup'],
    ['it is empty', () => Buffer.alloc(0), 'ends before its end'],
  ])('is refused where %s', async (_, change, words) => {
    await expect(open(change(sealed))).rejects.toThrow(words);
  });
});

function flip(bytes: Buffer, place: number, bit = 1): Buffer {
  const changed = Buffer.from(bytes);
  changed[place] = (changed[place] ?? 0) ^ bit;
  return changed;
}

function swap(bytes: Buffer): Buffer {
  const at = (number: number) =>
    bytes.subarray(first + number * piece, first + (number + 1) * piece);
  return Buffer.concat([bytes.subarray(0, first), at(1), at(0), bytes.subarray(first + 2 * piece)]);
}
