import { asReader, type Endpoint, findObject } from './context.ts';
import { requireName } from './object-name.ts';
import { sendObject } from './send-object.ts';
import { readSignature } from './signatures.ts';
import { StorageError } from './storage-errors.ts';

/** How long a browser may show a picture without asking whether it still may. */
const longestAge = 300;

/** GET /object/sign/{bucket}/{name}?token=: as the one who signed it, if they still may. */
export const signedObject: Endpoint = async (storage, { request, url, bucket, name }) => {
  const token = url.searchParams.get('token') ?? '';
  const { caller, path, expires } = await readSignature(storage.signingKey, token);
  if (path !== `${bucket}/${requireName(name)}`) throw new StorageError('InvalidJWT');
  const object = await findObject(asReader(storage.database, caller), bucket, name);
  if (!object) throw new StorageError('NoSuchKey');
  const maxAge = Math.min(longestAge, expires - Date.now() / 1000);
  return sendObject(storage.files, request, object, { maxAge });
};
