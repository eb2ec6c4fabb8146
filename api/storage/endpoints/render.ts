import type { Caller } from '#database/database.ts';
import { clientOf } from '../../client.ts';
import { readContent } from '../content.ts';
import type { Endpoint, Storage, StorageCall, StoredObject } from '../context.ts';
import { headersOf, isKnown, type Keeping } from '../send-object.ts';
import { StorageError } from '../storage-errors.ts';
import {
  describeTransformation,
  readTransformation,
  requireListed,
  type Transformation,
} from '../transformations.ts';
import { requireObject } from './download.ts';
import { requirePublicObject } from './public-object.ts';
import { openSigned } from './signed-object.ts';

/** The largest picture that can be transformed, because it is loaded into memory. */
const mostBytes = 10 * 1024 * 1024;

/** GET /render/image/authenticated/{bucket}/{name}?width=…: with the caller's rights. */
export const renderObject: Endpoint = async (storage, call) => {
  const object = await requireObject(storage, call);
  return render(storage, call, object, readTransformation(call.url), { maxAge: 60 });
};

/** GET /render/image/public/{bucket}/{name}?width=…: for anybody, in the listed sizes. */
export const renderPublic: Endpoint = async (storage, call) => {
  const transformation = readTransformation(call.url);
  requireListed(transformation);
  const object = await requirePublicObject(storage, call);
  const maxAge = Number(object.metadata.cacheControl.match(/max-age=(\d+)/)?.[1] ?? 0);
  return render(storage, call, object, transformation, { maxAge, isPublic: true });
};

/** GET /render/image/sign/{bucket}/{name}?token=: exactly as it was signed. */
export const renderSigned: Endpoint = async (storage, call) => {
  const { object, maxAge, transformation, caller } = await openSigned(storage, call);
  if (!transformation) throw new StorageError('InvalidJWT');
  return render(storage, { ...call, caller }, object, transformation, { maxAge });
};

async function render(
  { files, images }: Storage,
  { request, caller }: StorageCall,
  object: StoredObject,
  transformation: Transformation,
  keeping: Keeping,
): Promise<Response> {
  const { metadata } = object;
  const takesWebp = /\bimage\/webp\b/.test(request.headers.get('accept') ?? '');
  const format = transformation.format ?? (takesWebp ? 'webp' : 'origin');
  const described = describeTransformation(transformation);
  const eTag = `"${metadata.eTag.replaceAll('"', '')}-${described.replace(/[^\w]+/g, '-')}-${format}"`;
  const headersFor = (type: string) => {
    const headers = headersOf(request, object, { ...keeping, eTag, type });
    headers.set('vary', 'Authorization, apikey, Accept');
    // Our own proxy caches by URL alone (deploy/nginx.conf), which does not include the formats that the browser
    // accepts.
    if (!transformation.format) headers.set('x-accel-expires', '0');
    if (described) headers.set('x-transformations', described);
    return headers;
  };
  if (isKnown(request, eTag)) {
    return new Response(null, { status: 304, headers: headersFor('image/webp') });
  }
  if (metadata.size > mostBytes) {
    throw new StorageError('InvalidRequest', 'The picture is too large to be transformed.');
  }
  const asker = askerOf(caller, request);
  const made = await images.transform(
    () => readContent(files, object),
    { ...transformation, format },
    asker,
  );
  const headers = headersFor(made.type);
  headers.set('content-length', String(made.content.length));
  return new Response(request.method === 'HEAD' ? null : made.content, { headers });
}

/** Who the turn belongs to: a person, or the address that visitors come from. */
function askerOf({ claims }: Caller, request: Request): string {
  return typeof claims.sub === 'string' ? claims.sub : `from ${clientOf(request).counted}`;
}
