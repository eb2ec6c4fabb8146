import type { StoredObject } from './context.ts';
import type { Files } from './files.ts';
import { keyOf } from './files.ts';
import { StorageError } from './storage-errors.ts';

/** A content as an answer: never run as a page, never kept by a cache that others share. */
export async function sendObject(
  files: Files,
  request: Request,
  object: StoredObject,
  { maxAge, isPublic = false }: { maxAge: number; isPublic?: boolean },
): Promise<Response> {
  const { eTag, mimetype, size } = object.metadata;
  const headers = new Headers({
    'content-type': mimetype,
    'cache-control': `${isPublic ? 'public' : 'private'}, max-age=${Math.max(0, Math.floor(maxAge))}`,
    etag: eTag,
    'last-modified': object.updated_at.toUTCString(),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': disposition(new URL(request.url), object.name),
    vary: 'Authorization, apikey',
  });
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  if (known.some((each) => each.trim().replace(/^W\//, '') === eTag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('content-length', String(size));
  if (request.method === 'HEAD') return new Response(null, { headers });
  const content = await files.get(keyOf(object));
  if (!content) throw new StorageError('NoSuchKey');
  return new Response(content, { headers });
}

/** `?download=` saves it, under its own name or the one that is given. */
function disposition({ searchParams }: URL, name: string): string {
  const asked = searchParams.get('download');
  if (asked === null) return 'inline';
  const file = asked || name.split('/').pop() || 'file';
  return `attachment; filename*=UTF-8''${encodeURIComponent(file).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}
