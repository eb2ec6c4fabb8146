import { StorageError } from './storage-errors.ts';

const word = '[\\w!#$&^.+-]{1,80}';
/** A type with its parameters; nothing in it could break out of a header. */
const shape = new RegExp(`^${word}/${word}(\\s*;[\\x20-\\x7e]{0,150})?$`);
/** What a bucket may be limited to: a type, or all of a family. */
const limitShape = new RegExp(`^${word}/(${word}|\\*)$`);

export function isMediaType(type: string): boolean {
  return shape.test(type);
}

/** Without parameters. */
function bareType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

/** Limits as they are kept: bare, and each once. */
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

/** What a browser shows without running any of it. Everything else is saved when it is opened. */
export function isShown(type: string): boolean {
  const bare = bareType(type);
  return shown.has(bare) || bare === 'text/plain' || /^(audio|video)\/[\w.+-]+$/.test(bare);
}

/** A page is shown as the text that it is, as on Supabase. */
export function servedType(type: string): string {
  return /text\/html/i.test(type) ? 'text/plain' : type;
}
