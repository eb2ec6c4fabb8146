import { StorageError } from './storage-errors.ts';

/** The characters that Supabase Storage allows too: none of them means anything to a path. */
const allowed = /^[\w!\-.*'() &$@=;:+,?/]+$/;

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
  if (!/^[a-z0-9-]{1,63}$/.test(bucket)) throw new StorageError('NoSuchBucket');
  if (name !== '' && !isObjectName(name)) throw new StorageError('InvalidKey');
  return { bucket, name };
}

export function requireName(name: string): string {
  if (name === '') throw new StorageError('InvalidKey');
  return name;
}
