import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { etagOf, type StoredFile } from '../files/stored-files.ts';

/**
 * Shared caches may serve the page for a second, then must revalidate. Browsers revalidate every
 * time, and usually hear that nothing has changed.
 */
const forASecond = 'public, max-age=0, s-maxage=1, must-revalidate';

/** What was rendered for an address: a page, a machine-readable file, or an error. */
export type Drawn = { status: number; headers: Headers; body: Buffer<ArrayBuffer> };

/** A page as it is served, in bytes. Only documents need the policy. */
export function readPage({ headers, body }: Drawn, policy: string): StoredFile {
  const type = headers.get('content-type') ?? 'text/html; charset=utf-8';
  const facts: Facts = {
    body,
    type,
    etag: etagOf(body),
    cacheControl: headers.get('cache-control') ?? forASecond,
    policy: type.startsWith('text/html') ? policy : undefined,
  };
  // A PNG is compressed already, and a short text hardly gets shorter.
  const isPacked = type.startsWith('image/') || body.length < 1_000;
  return isPacked ? { ...facts, brotli: undefined, gzip: undefined } : new PackedLater(facts);
}

type Facts = Omit<StoredFile, 'brotli' | 'gzip'>;

/**
 * Compressed once, when an encoding is first asked for: a page that changes is mostly read in one
 * encoding. Level 5 takes a millisecond or two for the board; what is kept for good uses 11. A
 * class, because a page made of an object literal with getters would stay in memory long after it
 * is dropped (decision 121).
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

/** The memory it takes: both compressed forms of a page together are less than half its size. */
export function weigh({ body, type }: StoredFile): number {
  return body.length * (type.startsWith('image/') ? 1 : 1.5);
}
