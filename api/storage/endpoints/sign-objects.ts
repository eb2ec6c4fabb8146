import { z } from 'zod';
import { asReader, type Endpoint } from '../context.ts';
import { numeral, readJson } from '../read-json.ts';
import { longestSeconds, sign } from '../signatures.ts';
import { signedAddress } from './sign-object.ts';

const bodySchema = z.object({
  expiresIn: numeral(z.number().int().min(1).max(longestSeconds)),
  paths: z.array(z.string().max(200)).max(1_000),
});

/** POST /object/sign/{bucket}: URLs for a whole list of pictures at once. */
export const signObjects: Endpoint = async (storage, { bucket, caller, request }) => {
  const { expiresIn: seconds, paths } = await readJson(request, bodySchema);
  const reader = asReader(storage.database, caller);
  const { rows } = await reader.query<{ name: string }>({
    name: 'storage-find-many',
    text: 'select name from storage.objects where bucket_id = $1 and name = any ($2)',
    values: [bucket, paths.filter((path) => !path.includes('\0'))],
  });
  const seen = new Set(rows.map(({ name }) => name));
  const answers = paths.map(async (path) => {
    if (!seen.has(path)) {
      return {
        error: 'Either the object does not exist or you do not have access to it',
        path,
        signedURL: null,
      };
    }
    const full = `${bucket}/${path}`;
    const token = await sign(storage.signingKey, { caller, path: full, seconds });
    return { error: null, path, signedURL: signedAddress(full, token) };
  });
  return Response.json(await Promise.all(answers));
};
