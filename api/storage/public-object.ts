import { type Endpoint, findObject } from './context.ts';
import { requireName } from './object-name.ts';
import { sendObject } from './send-object.ts';
import { StorageError } from './storage-errors.ts';

/** GET /object/public/{bucket}/{name}: what lies in a public bucket. A private one does not exist here. */
export const publicObject: Endpoint = async ({ database, files }, { request, bucket, name }) => {
  const { rowCount } = await database.asService.query({
    text: 'select from storage.buckets where id = $1 and public',
    values: [bucket],
  });
  if (rowCount === 0) throw new StorageError('NoSuchBucket');
  const object = await findObject(database.asService, bucket, requireName(name));
  if (!object) throw new StorageError('NoSuchKey');
  const maxAge = Number(object.metadata.cacheControl.replace('max-age=', ''));
  return sendObject(files, request, object, { maxAge, isPublic: true });
};
