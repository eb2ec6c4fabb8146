import { readRange } from './byte-range.ts';
import { openContent } from './content.ts';
import type { StoredObject } from './context.ts';
import type { Files } from './files.ts';
import { isShown, servedType } from './media-types.ts';

export type Keeping = { maxAge: number; isPublic?: boolean };

/** Contents as a response: never run as a page, never kept by a shared cache. */
export async function sendObject(
  files: Files,
  request: Request,
  object: StoredObject,
  keeping: Keeping,
): Promise<Response> {
  const { eTag, mimetype, size } = object.metadata;
  const headers = headersOf(request, object, { ...keeping, eTag, type: servedType(mimetype) });
  headers.set('accept-ranges', 'bytes');
  if (isKnown(request, eTag, object.updated_at)) {
    return new Response(null, { status: 304, headers });
  }
  const range = readRange(request, size, eTag);
  headers.set('content-length', String(range ? range.last - range.first + 1 : size));
  if (range) headers.set('content-range', `bytes ${range.first}-${range.last}/${size}`);
  const init = { headers, status: range ? 206 : 200 };
  if (request.method === 'HEAD') return new Response(null, init);
  return new Response(await openContent(files, object, range), init);
}

/** Whether the client's copy is current; its time, in whole seconds, only counts without an ETag. */
export function isKnown(request: Request, eTag: string, changed?: Date): boolean {
  const known = request.headers.get('if-none-match');
  if (known !== null) {
    return known.split(',').some((each) => each.trim().replace(/^W\//, '') === eTag);
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return changed !== undefined && Math.floor(changed.getTime() / 1000) * 1000 <= since;
}

/** The headers of every response with contents. */
export function headersOf(
  request: Request,
  object: StoredObject,
  { maxAge, isPublic = false, eTag, type }: Keeping & { eTag: string; type: string },
): Headers {
  return new Headers({
    'content-type': type,
    'cache-control': `${isPublic ? 'public' : 'private'}, max-age=${Math.max(0, Math.floor(maxAge))}`,
    etag: eTag,
    'last-modified': object.updated_at.toUTCString(),
    'x-content-type-options': 'nosniff',
    // Search engines must not list what is not public, even if they find a URL that opens it.
    ...(!isPublic && { 'x-robots-tag': 'none' }),
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': isPublic ? 'cross-origin' : 'same-origin',
    'content-disposition': disposition(new URL(request.url), object.name, isShown(type)),
    vary: 'Authorization, apikey',
  });
}

/** `?download=` saves it, under its own name or the given one. */
function disposition({ searchParams }: URL, name: string, isShown: boolean): string {
  const asked = searchParams.get('download');
  if (asked === null && isShown) return 'inline';
  const file = asked || name.split('/').pop() || 'file';
  const sign = (one: string) => `%${one.charCodeAt(0).toString(16)}`;
  const text = encodeURIComponent(file).replace(/['()*]/g, sign);
  return `attachment; filename=${text}; filename*=UTF-8''${text}`;
}
