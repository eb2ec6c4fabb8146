import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { etagOf, type StoredFile } from './stored-files.ts';

/**
 * What others between us and the visitor may do with it: answer with it for a second, then ask again. A
 * browser asks each time, and hears mostly that nothing has changed.
 */
const forASecond = 'public, max-age=0, s-maxage=1, must-revalidate';

/** What was rendered for an address: a page, what machines read, or why there is none. */
export type Drawn = { status: number; headers: Headers; body: Buffer<ArrayBuffer> };

/** A page as it is served, in bytes. The policy is for documents alone. */
export function readPage({ headers, body }: Drawn, policy: string): StoredFile {
  const type = headers.get('content-type') ?? 'text/html; charset=utf-8';
  const facts = {
    body,
    type,
    etag: etagOf(body),
    cacheControl: headers.get('cache-control') ?? forASecond,
    policy: type.startsWith('text/html') ? policy : undefined,
  };
  // A PNG is packed already, and what is short gets no shorter.
  const isPacked = type.startsWith('image/') || body.length < 1_000;
  return isPacked ? { ...facts, brotli: undefined, gzip: undefined } : pack(facts);
}

/**
 * Packed when somebody first asks for it so, once: a page that changes is mostly read in one packing. At
 * level 5, a millisecond or two for the board; what is kept for good is packed at 11.
 */
function pack(facts: Omit<StoredFile, 'brotli' | 'gzip'>): StoredFile {
  let brotli: StoredFile['brotli'];
  let gzip: StoredFile['gzip'];
  return {
    ...facts,
    get brotli() {
      brotli ??= brotliCompressSync(facts.body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
      });
      return brotli;
    },
    get gzip() {
      gzip ??= gzipSync(facts.body);
      return gzip;
    },
  };
}

/** What it takes in memory: both packings of a page are together less than half of it. */
export function weigh({ body, type }: StoredFile): number {
  return body.length * (type.startsWith('image/') ? 1 : 1.5);
}
