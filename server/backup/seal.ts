import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { StartError } from '#database/start-error.ts';

// A sealed stream is a header followed by pieces. Each piece is encrypted and authenticated
// together with its position and whether it is the last, so that changing, dropping, moving or
// cutting one off is noticed.

const magic = Buffer.from('CHA-SEALED-1\n');
const headerBytes = magic.length + 16 + 16;
const pieceBytes = 64 * 1024;
const tagBytes = 16;
const lastMark = 0x80000000;

type Secret = { key: Buffer; check: Buffer };

/** Makes each guess of a dictionary attack cost a twentieth of a second and 32 MB. */
async function derive(passphrase: string, salt: Buffer): Promise<Secret> {
  const costs = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
  const both = await (
    promisify(scrypt) as (p: string, s: Buffer, n: number, o: object) => Promise<Buffer>
  )(passphrase.normalize('NFC'), salt, 48, costs);
  return { key: both.subarray(0, 32), check: both.subarray(32) };
}

export async function* seal(source: AsyncIterable<Uint8Array>, passphrase: string) {
  const salt = randomBytes(16);
  const { key, check } = await derive(passphrase, salt);
  const header = Buffer.concat([magic, salt, check]);
  yield header;
  let place = 0;
  const close = (content: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place, isLast));
    cipher.setAAD(header);
    place += 1;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length + (isLast ? lastMark : 0));
    return Buffer.concat([length, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.length;
    if (size <= pieceBytes) continue;
    const all = Buffer.concat(waiting);
    let from = 0;
    for (; all.length - from > pieceBytes; from += pieceBytes) {
      yield close(all.subarray(from, from + pieceBytes), false);
    }
    waiting = [all.subarray(from)];
    size = all.length - from;
  }
  yield close(Buffer.concat(waiting), true);
}

/** The plain content. Says whether the key is wrong or the content was altered. */
export async function* unseal(source: AsyncIterable<Uint8Array>, passphrase: string | undefined) {
  const take = takeFrom(source);
  const header = await take(headerBytes);
  if (!header.subarray(0, magic.length).equals(magic)) throw notWhole('is no sealed backup');
  if (!passphrase) {
    throw new StartError(
      'The backup is encrypted: set BACKUP_KEY to the key that it was made with.',
    );
  }
  const salt = header.subarray(magic.length, magic.length + 16);
  const { key, check } = await derive(passphrase, salt);
  if (!timingSafeEqual(check, header.subarray(magic.length + 16))) {
    throw new StartError('BACKUP_KEY is not the key that this backup was made with.');
  }
  for (let place = 0; ; place += 1) {
    const mark = (await take(4)).readUInt32BE();
    const isLast = mark >= lastMark;
    const length = isLast ? mark - lastMark : mark;
    if (length > pieceBytes) throw notWhole('was changed or is damaged');
    const sealed = await take(length + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place, isLast));
    decipher.setAAD(header);
    decipher.setAuthTag(sealed.subarray(length));
    const content = decipher.update(sealed.subarray(0, length));
    try {
      decipher.final();
    } catch {
      throw notWhole('was changed or is damaged');
    }
    if (content.length > 0) yield content;
    if (isLast) break;
  }
  if (await take.isMore()) throw notWhole('has something behind its end');
}

/** Each stream has a new key, so a counter is enough. */
function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(place, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function takeFrom(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const take = async (count: number): Promise<Buffer> => {
    const parts = [held];
    let size = held.length;
    while (size < count) {
      const { done, value } = await chunks.next();
      if (done) throw notWhole('ends before its end');
      parts.push(Buffer.from(value));
      size += value.length;
    }
    const all = parts.length === 1 ? held : Buffer.concat(parts);
    held = all.subarray(count);
    return all.subarray(0, count);
  };
  take.isMore = async () => held.length > 0 || !(await chunks.next()).done;
  return take;
}

export function notWhole(what: string): StartError {
  return new StartError(`The backup ${what}. None of it was used; take another one.`);
}
