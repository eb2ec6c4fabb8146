import type { Database } from '#database/database.ts';
import { type Endpoint, findObject, type Storage, type StoredObject } from '../context.ts';
import { requireName } from '../object-name.ts';
import { sendObject } from '../send-object.ts';
import { StorageError } from '../storage-errors.ts';

/** GET /object/public/{bucket}/{name}: an object in a public bucket. Private ones do not exist here. */
export const publicObject: Endpoint = async (storage, call) => {
  const object = await requirePublicObject(storage, call);
  const maxAge = Number(object.metadata.cacheControl.match(/max-age=(\d+)/)?.[1] ?? 0);
  return sendObject(storage.files, call.request, object, { maxAge, isPublic: true });
};

export async function requirePublicObject(
  { database }: Pick<Storage, 'database'>,
  { bucket, name }: { bucket: string; name: string },
): Promise<StoredObject> {
  if (!(await isPublic(database, bucket))) throw new StorageError('NoSuchBucket');
  const object = await findObject(database.asService, bucket, requireName(name));
  if (!object) throw new StorageError('NoSuchKey');
  return object;
}

/** Finds an object without applying policies, in a bucket that is open to anybody who has the URL. */
export async function findPublicObject(database: Database, bucket: string, name: string) {
  if (!(await isPublic(database, bucket))) return undefined;
  return findObject(database.asService, bucket, name);
}

async function isPublic(database: Database, bucket: string): Promise<boolean> {
  const { rowCount } = await database.asService.query({
    name: 'storage-is-public',
    text: 'select from storage.buckets where id = $1 and public',
    values: [bucket],
  });
  return rowCount > 0;
}
