import { z } from 'zod';
import { rulesOf } from '../bucket-rules.ts';
import { copyContent } from '../content.ts';
import { asReader, type Endpoint, findObject, type StoredObject } from '../context.ts';
import { requireAllowed } from '../media-types.ts';
import { requireBucketName, requireName } from '../object-name.ts';
import { readJson } from '../read-json.ts';
import { keepIfWritten, orderRemovalOf } from '../remove-files.ts';
import { StorageError } from '../storage-errors.ts';
import { rehearse } from '../write-row.ts';

export const placesSchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().optional(),
  destinationKey: z.string(),
  sourceVersionId: z.undefined('Versions are not supported here.').optional(),
});

/** POST /object/move: to another name, or another bucket. */
export const move: Endpoint = async ({ database, files }, { caller, request }) => {
  const from = await readPlaces(request, placesSchema);
  const object = await findObject(asReader(database, caller), from.bucket, from.name);
  if (!object) throw new StorageError('NoSuchKey');
  const { bucket, name } = from.destination;
  const staysHere = bucket === object.bucket_id;
  // In another bucket, its file has another key.
  const version = staysHere ? object.version : crypto.randomUUID();
  const update = (parts: StoredObject['parts']) => ({
    text: `update storage.objects set bucket_id = $3, name = $4, version = $5, parts = $6,
        owner = coalesce(auth.uid(), owner), owner_id = coalesce(auth.uid()::text, owner_id),
        updated_at = now()
      where id = $1 and version = $2 and bucket_id = $7 and name = $8`,
    values: [
      ...[object.id, object.version, bucket, name, version, parts && JSON.stringify(parts)],
      // Compared as well, so that of two concurrent moves the second finds nothing.
      ...[from.bucket, from.name],
    ],
  });
  await rehearse(database, caller, async (session) => {
    const { rowCount } = await session.query(update(object.parts));
    if (rowCount === 0) throw new StorageError('NoSuchKey');
  });
  let copied: Awaited<ReturnType<typeof copyContent>> = { parts: object.parts, keys: [] };
  if (!staysHere) {
    const rules = await rulesOf(database, bucket);
    requireAllowed(object.metadata.mimetype, rules.mediaTypes);
    const key = { bucket_id: bucket, id: object.id, version };
    copied = await copyContent(files, object, key, (keys) => orderRemovalOf(database, keys));
  }
  await keepIfWritten(files, copied.keys, async () => {
    const { rowCount } = await database.askAs(caller, update(copied.parts));
    if (rowCount === 0) throw new StorageError('NoSuchKey');
  });
  return Response.json({ message: 'Successfully moved', Id: object.id, Key: name });
};

/** The source and target, each validated like a path. */
export async function readPlaces<Schema extends typeof placesSchema>(
  request: Request,
  schema: Schema,
) {
  const asked = await readJson(request, schema);
  return {
    ...asked,
    bucket: requireBucketName(asked.bucketId),
    name: requireName(asked.sourceKey),
    destination: {
      bucket: requireBucketName(asked.destinationBucket ?? asked.bucketId),
      name: requireName(asked.destinationKey),
    },
  };
}
