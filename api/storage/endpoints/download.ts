import type { Caller } from '#database/database.ts';
import {
  asReader,
  type Endpoint,
  findObject,
  type Storage,
  type StoredObject,
} from '../context.ts';
import { requireName } from '../object-name.ts';
import { sendObject } from '../send-object.ts';
import { StorageError } from '../storage-errors.ts';
import { findPublicObject } from './public-object.ts';

/** GET /object/{bucket}/{name} and /object/authenticated/…: with the caller's rights. */
export const download: Endpoint = async (storage, call) => {
  const object = await requireObject(storage, call);
  return sendObject(storage.files, call.request, object, { maxAge: 60 });
};

/** An object that the caller may see, or that is public. */
export async function requireObject(
  { database }: Pick<Storage, 'database'>,
  { bucket, caller, ...call }: { bucket: string; name: string; caller: Caller },
): Promise<StoredObject> {
  const name = requireName(call.name);
  const object =
    (await findObject(asReader(database, caller), bucket, name)) ??
    (await findPublicObject(database, bucket, name));
  if (!object) throw new StorageError('NoSuchKey');
  return object;
}
