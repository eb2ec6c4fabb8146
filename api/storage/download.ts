import { asReader, type Endpoint, findObject } from './context.ts';
import { requireName } from './object-name.ts';
import { sendObject } from './send-object.ts';
import { StorageError } from './storage-errors.ts';

/** GET /object/{bucket}/{name} and /object/authenticated/…: as the caller, whom the policies know. */
export const download: Endpoint = async ({ database, files }, call) => {
  const { bucket, caller, request } = call;
  const object = await findObject(asReader(database, caller), bucket, requireName(call.name));
  if (!object) throw new StorageError('NoSuchKey');
  return sendObject(files, request, object, { maxAge: 60 });
};
