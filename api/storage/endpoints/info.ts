import type { Endpoint, StoredObject } from '../context.ts';
import { requireObject } from './download.ts';
import { requirePublicObject } from './public-object.ts';

/** GET /object/info/{bucket}/{name}: the metadata of an object, without its contents. */
export const info: Endpoint = async (storage, call) => answerOf(await requireObject(storage, call));

/** GET /object/info/public/{bucket}/{name}. */
export const publicInfo: Endpoint = async (storage, call) =>
  answerOf(await requirePublicObject(storage, call));

function answerOf({ metadata, ...object }: StoredObject): Response {
  return Response.json({
    id: object.id,
    version: object.version,
    name: object.name,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.user_metadata ?? {},
    last_modified: object.updated_at,
    created_at: object.created_at,
  });
}
