/** The first and the last byte of a part of a content. */
export type ByteRange = { first: number; last: number };

/** Where contents lie. Keys are made of ids here, never of names of objects. */
export type Files = {
  put(key: string, content: Uint8Array<ArrayBuffer>, type: string): Promise<void>;
  /** Nothing when there is no such file. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Says whether there was such a file. */
  copy(from: string, to: string): Promise<boolean>;
  /** Says nothing when it was gone already. */
  remove(key: string): Promise<void>;
  /** Fails where nothing can be put into a bucket. A store that keeps every version is not tried. */
  tryPutting?(bucket: string): Promise<void>;
};

/** The place of the files cannot take or give now and will again: away, late, or full. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable';
  readonly isFull: boolean;
  constructor(cause: unknown, { isFull = false } = {}) {
    super('The files cannot be reached at the moment', { cause });
    this.isFull = isFull;
  }
}

/** A file below the folder of its bucket, and what it weighs. */
export type Part = { file: string; size: number };

export type StoredKey = { bucket_id: string; id: string; version: string };

export function keyOf({ bucket_id, id, version }: StoredKey): string {
  return `${bucket_id}/${id}/${version}`;
}

/** A bucket's name as Supabase takes it, but for its start: nothing that hides or leads elsewhere. */
const bucketName = String.raw`[A-Za-z0-9](?:[\w!.*'() &$@=;:+,?-]{0,98}[\w!.*'()&$@=;:+,?-])?`;
export const bucketShape = new RegExp(`^${bucketName}$`);

/** What a store accepts as a key: nothing in it can lead out of its folder. */
export const keyShape = new RegExp(`^${bucketName}/[0-9a-f-]{36}/[0-9a-f-]{36}$`);

/** All that a bucket's name may have beside letters, digits and `_ . -`. */
const oddSigns = " !$&'()*+,:;=?@";

/**
 * A key as stores call it, of signs that every system takes: in a folder and in S3 alike, so that one can be copied to the other.
 * An odd sign is two, not three as in an address: the name of a folder ends at 255.
 */
export function plainKey(key: string): string {
  return key.replace(/[^\w.\-/]/g, (sign) => `%${oddSigns.indexOf(sign).toString(16)}`);
}
