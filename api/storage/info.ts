import { asReader, type Endpoint, findObject } from './context.ts';
import { requireName } from './object-name.ts';
import { StorageError } from './storage-errors.ts';

/** GET /object/info/{bucket}/{name}: what is known of an object, without its content. */
export const info: Endpoint = async ({ database }, { bucket, caller, name }) => {
  const object = await findObject(asReader(database, caller), bucket, requireName(name));
  if (!object) throw new StorageError('NoSuchKey');
  const { metadata } = object;
  return Response.json({
    id: object.id,
    version: object.version,
    name: object.name,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: {},
    last_modified: object.updated_at,
    created_at: object.created_at,
  });
};
