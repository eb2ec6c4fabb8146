import {
  asReader,
  columnsOfObject,
  type Endpoint,
  type Storage,
  type StorageCall,
  type StoredObject,
} from '../context.ts';
import { requireName } from '../object-name.ts';
import { sendObject } from '../send-object.ts';
import { readSignature } from '../signatures.ts';
import { StorageError } from '../storage-errors.ts';

/** In seconds: how long a browser may show a picture without checking again. */
const longestAge = 300;

/** GET /object/sign/{bucket}/{name}?token=: with the rights that its signer has now. */
export const signedObject: Endpoint = async (storage, call) => {
  const { object, maxAge, transformation } = await openSigned(storage, call);
  // It was signed for the transformed picture, not for the original.
  if (transformation) throw new StorageError('InvalidJWT');
  return sendObject(storage.files, call.request, object, { maxAge });
};

export async function openSigned(
  { database, signingKey }: Storage,
  { url, bucket, name }: StorageCall,
) {
  const token = url.searchParams.get('token') ?? '';
  const { caller, path, expires, transformation } = await readSignature(signingKey, token);
  if (path !== `${bucket}/${requireName(name)}`) throw new StorageError('InvalidSignature');
  // Banned people must not reach anything, and there is no session token here to check.
  const { rows } = await asReader(database, caller).query<StoredObject>({
    name: 'storage-find-signed',
    text: `select ${columnsOfObject} from storage.objects where bucket_id = $1 and name = $2
      and not exists (select from private.banned_people() as banned (id) where banned.id = auth.uid())`,
    values: [bucket, name],
  });
  const [object] = rows;
  if (!object) throw new StorageError('NoSuchKey');
  const maxAge = Math.min(longestAge, expires - Date.now() / 1000);
  return { object, maxAge, transformation, caller };
}
