import { bucketShape } from './files.ts';
import { StorageError } from './storage-errors.ts';

/**
 * Of ASCII what means nothing to a path, an address or a header; beyond it what people write: letters of
 * all scripts, signs, pictures and spaces, with the two joiners that some of them need. Nothing that is
 * not seen, breaks a line or turns the direction of what stands beside it.
 */
const allowed =
  /^(?:[\w!\-.*'() &$@=;:+,?/]|(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]|\u200c|\u200d)+$/u;

/** A name with whole, ordinary segments. It never becomes a path, and would be harmless as one. */
function isObjectName(name: string): boolean {
  return (
    name.length <= 200 &&
    allowed.test(name) &&
    name
      .split('/')
      .every((part) => part !== '' && part.trim() === part && part !== '.' && part !== '..')
  );
}

export function isBucketName(bucket: string): boolean {
  return bucketShape.test(bucket);
}

/** The bucket and the name in the rest of an address, decoded once. */
export function parseObjectPath(rest: string): { bucket: string; name: string } {
  let decoded: string;
  try {
    decoded = decodeURIComponent(rest);
  } catch {
    throw new StorageError('InvalidKey');
  }
  const [bucket = '', ...parts] = decoded.split('/');
  const name = parts.join('/');
  if (!isBucketName(bucket)) throw new StorageError('NoSuchBucket');
  return { bucket, name: name === '' ? '' : requireName(name) };
}

export function requireName(name: string): string {
  if (!isObjectName(name)) {
    throw new StorageError('InvalidKey', `Invalid key: ${encodeURIComponent(name.toWellFormed())}`);
  }
  return name;
}

/** Supabase's own screens keep an empty folder so, whichever types its bucket takes. */
export function marksFolder(name: string, content: Uint8Array): boolean {
  return content.length === 0 && /(^|\/)\.emptyFolderPlaceholder$/.test(name);
}

export function requireBucketName(bucket: string): string {
  if (!isBucketName(bucket)) throw new StorageError('NoSuchBucket');
  return bucket;
}
