/** The first and last byte of a part of the contents. */
export type ByteRange = { first: number; last: number };

/** Where contents are stored. Keys consist of ids, never of names of objects. */
export type Files = {
  put(key: string, content: Uint8Array<ArrayBuffer>, type: string): Promise<void>;
  /** Undefined if there is no such file. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Returns whether there was such a file. */
  copy(from: string, to: string): Promise<boolean>;
  /** Does not fail if the file was already gone. */
  remove(key: string): Promise<void>;
  /** Throws if nothing can be stored in a bucket. Not available for stores that keep every version. */
  tryPutting?(bucket: string): Promise<void>;
};

/** The file store temporarily cannot read or write: it is down, slow, or full. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable';
  readonly isFull: boolean;
  constructor(cause: unknown, { isFull = false } = {}) {
    super('The files cannot be reached at the moment', { cause });
    this.isFull = isFull;
  }
}

/** A file in its bucket's folder, and its size. */
export type Part = { file: string; size: number };

export type StoredKey = { bucket_id: string; id: string; version: string };

export function keyOf({ bucket_id, id, version }: StoredKey): string {
  return `${bucket_id}/${id}/${version}`;
}

/** A bucket's name as in Supabase, except at the start: nothing that is hidden or leads elsewhere. */
const bucketName = String.raw`[A-Za-z0-9](?:[\w!.*'() &$@=;:+,?-]{0,98}[\w!.*'()&$@=;:+,?-])?`;
export const bucketShape = new RegExp(`^${bucketName}$`);

/** Valid keys: nothing in one can lead out of its folder. */
export const keyShape = new RegExp(`^${bucketName}/[0-9a-f-]{36}/[0-9a-f-]{36}$`);

/** The characters allowed in a bucket's name besides letters, digits and `_ . -`. */
const oddSigns = " !$&'()*+,:;=?@";

/**
 * A key in characters that every system accepts, the same in a folder and in S3, so that one can be copied to the
 * other. Special characters take two characters instead of three as in a URL, because folder names are limited to
 * 255.
 */
export function plainKey(key: string): string {
  return key.replace(/[^\w.\-/]/g, (sign) => `%${oddSigns.indexOf(sign).toString(16)}`);
}
