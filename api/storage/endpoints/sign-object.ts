import { z } from 'zod';
import { asReader, type Endpoint, findObject } from '../context.ts';
import { requireName } from '../object-name.ts';
import { numeral, readJson } from '../read-json.ts';
import { longestSeconds, sign } from '../signatures.ts';
import { noVersions, StorageError } from '../storage-errors.ts';
import { transformationSchema } from '../transformations.ts';

const bodySchema = z.object({
  expiresIn: numeral(z.number().int().min(1).max(longestSeconds)),
  transform: transformationSchema.optional(),
  versionId: z.undefined(noVersions).optional(),
});

/** POST /object/sign/{bucket}/{name}: a URL that a browser opens without a key. */
export const signObject: Endpoint = async ({ database, signingKey }, call) => {
  const { bucket, caller, request } = call;
  const { expiresIn: seconds, transform } = await readJson(request, bodySchema);
  const name = requireName(call.name);
  const object = await findObject(asReader(database, caller), bucket, name);
  if (!object) throw new StorageError('NoSuchKey');
  const path = `${bucket}/${name}`;
  const transformation = transform && Object.keys(transform).length > 0 ? transform : undefined;
  const token = await sign(signingKey, { caller, path, seconds, transformation });
  const room = transformation ? 'render/image' : 'object';
  return Response.json({ signedURL: signedAddress(path, token, room) });
};

/** Not encoded, because the official client encodes the URL itself. */
export function signedAddress(path: string, token: string, room = 'object'): string {
  return `/${room}/sign/${path}?token=${token}`;
}
