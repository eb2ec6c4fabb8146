import { bucketShape } from './files.ts';
import { StorageError } from './storage-errors.ts';

/**
 * ASCII characters without a meaning in paths, URLs or headers; beyond ASCII, what people write: letters of all
 * scripts, symbols, emoji and spaces, with the two joiners that some of them need. Nothing invisible, and nothing
 * that breaks a line or changes the writing direction.
 */
const allowed =
  /^(?:[\w!\-.*'() &$@=;:+,?/]|(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]|\u200c|\u200d)+$/u;

/** A name with complete, ordinary segments. It is never used as a path, but would be harmless as one. */
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

/** The bucket and name in the rest of a path, decoded once. */
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

/** Supabase's own screens mark empty folders with this file, whichever types the bucket accepts. */
export function marksFolder(name: string, content: Uint8Array): boolean {
  return content.length === 0 && /(^|\/)\.emptyFolderPlaceholder$/.test(name);
}

export function requireBucketName(bucket: string): string {
  if (!isBucketName(bucket)) throw new StorageError('NoSuchBucket');
  return bucket;
}
