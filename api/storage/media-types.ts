import { StorageError } from './storage-errors.ts';

const word = '[\\w!#$&^.+-]{1,80}';
/** A type with its parameters; nothing in it can break out of a header. */
const shape = new RegExp(`^${word}/${word}(\\s*;[\\x20-\\x7e]{0,150})?$`);
/** A bucket's limit: a type, or a whole family. */
const limitShape = new RegExp(`^${word}/(${word}|\\*)$`);

export function isMediaType(type: string): boolean {
  return shape.test(type);
}

/** Without parameters. */
function bareType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

/** Limits as stored: without parameters or duplicates. */
export function readTypeLimits(types: readonly string[]): string[] {
  const limits = types.filter(Boolean).map((type) => {
    const bare = bareType(type);
    if (!isMediaType(type.trim().replace('/*', '/any')) || !limitShape.test(bare)) {
      throw new StorageError('InvalidMimeType', `mime type ${type.slice(0, 100)} is not supported`);
    }
    return bare;
  });
  return [...new Set(limits)];
}

export function requireAllowed(type: string, allowed: readonly string[]): void {
  const bare = bareType(type);
  const fits = (limit: string) =>
    limit.endsWith('/*') ? bare.startsWith(limit.slice(0, -1)) : bare === limit;
  if (isMediaType(type) && (allowed.length === 0 || allowed.some(fits))) return;
  throw new StorageError('InvalidMimeType', `mime type ${type.slice(0, 100)} is not supported`);
}

const shown = new Set(['png', 'jpeg', 'webp', 'gif', 'avif'].map((format) => `image/${format}`));

/** Types that a browser displays without running anything. All others are downloaded. */
export function isShown(type: string): boolean {
  const bare = bareType(type);
  return shown.has(bare) || bare === 'text/plain' || /^(audio|video)\/[\w.+-]+$/.test(bare);
}

/** As on Supabase, HTML is displayed as plain text. */
export function servedType(type: string): string {
  return /text\/html/i.test(type) ? 'text/plain' : type;
}
