import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { etagOf, type StoredFile } from '../files/stored-files.ts';

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
  const facts: Facts = {
    body,
    type,
    etag: etagOf(body),
    cacheControl: headers.get('cache-control') ?? forASecond,
    policy: type.startsWith('text/html') ? policy : undefined,
  };
  // A PNG is packed already, and what is short gets no shorter.
  const isPacked = type.startsWith('image/') || body.length < 1_000;
  return isPacked ? { ...facts, brotli: undefined, gzip: undefined } : new PackedLater(facts);
}

type Facts = Omit<StoredFile, 'brotli' | 'gzip'>;

/**
 * Packed when somebody first asks for it so, once: a page that changes is mostly read in one packing. At
 * level 5, a millisecond or two for the board; what is kept for good is packed at 11. A class, because a page
 * that is written with getters in it would be held long after it is forgotten (decision 121).
 */
class PackedLater implements StoredFile {
  readonly body: StoredFile['body'];
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly policy: string | undefined;
  #brotli: StoredFile['brotli'];
  #gzip: StoredFile['gzip'];

  constructor({ body, type, etag, cacheControl, policy }: Facts) {
    this.body = body;
    this.type = type;
    this.etag = etag;
    this.cacheControl = cacheControl;
    this.policy = policy;
  }

  get brotli() {
    this.#brotli ??= brotliCompressSync(this.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
    });
    return this.#brotli;
  }

  get gzip() {
    this.#gzip ??= gzipSync(this.body);
    return this.#gzip;
  }
}

/** What it takes in memory: both packings of a page are together less than half of it. */
export function weigh({ body, type }: StoredFile): number {
  return body.length * (type.startsWith('image/') ? 1 : 1.5);
}
