import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { rulesOf } from '../bucket-rules.ts';
import { copyContent } from '../content.ts';
import { asReader, type Endpoint, findObject, type ObjectMetadata } from '../context.ts';
import { requireAllowed } from '../media-types.ts';
import { flag } from '../read-json.ts';
import { decodeBase64, readUserMetadata } from '../read-upload.ts';
import { keepIfWritten, orderRemovalOf } from '../remove-files.ts';
import { describeContent, requireId, underItsId } from '../save-object.ts';
import { StorageError } from '../storage-errors.ts';
import { foretell, rehearse, writeRow } from '../write-row.ts';
import { placesSchema, readPlaces } from './move.ts';

const bodySchema = placesSchema.extend({
  copyMetadata: flag.default(true),
  metadata: z
    .object({
      cacheControl: z.string().regex(/^[\w\-=, ]{1,200}$/),
      mimetype: z.string().max(200),
      contentEncoding: z.undefined('Encoded contents are not supported here.'),
    })
    .partial()
    .optional(),
});

/** POST /object/copy: the same contents under another name; with `x-upsert: true` the name may be taken. */
export const copy: Endpoint = async ({ database, files }, { caller, request }) => {
  const from = await readPlaces(request, bodySchema);
  const object = await findObject(asReader(database, caller), from.bucket, from.name);
  if (!object) throw new StorageError('NoSuchKey');
  const { bucket, name } = from.destination;
  const mode = request.headers.get('x-upsert') === 'true' ? 'upsert' : 'insert';
  const draft = { id: randomUUID(), version: randomUUID() };
  const userMetadata = from.copyMetadata
    ? object.user_metadata
    : readUserMetadata(decodeBase64(request.headers.get('x-metadata')));
  const { mimetype, size } = { ...object.metadata, ...(from.copyMetadata ? {} : from.metadata) };
  const told = foretell({ type: mimetype, bytes: size, userMetadata });
  await rehearse(database, caller, (session) =>
    writeRow(session, bucket, name, { ...draft, ...told }, mode),
  );

  const rules = await rulesOf(database, bucket);
  const metadata: ObjectMetadata = describeContent({
    ...object.metadata,
    ...(from.copyMetadata || rules.normalizesPictures ? {} : from.metadata),
  });
  if (!rules.normalizesPictures) requireAllowed(metadata.mimetype, rules.mediaTypes);
  else if (bucket !== object.bucket_id) {
    throw new StorageError(
      'NotSupported',
      'Pictures are uploaded here, not copied from elsewhere.',
    );
  }
  const { id, version } = await underItsId(
    database,
    { caller, bucket, name },
    mode,
    async (own) => {
      const key = { bucket_id: bucket, ...own };
      const { parts, keys } = await copyContent(files, object, key, (those) =>
        orderRemovalOf(database, those),
      );
      await keepIfWritten(files, keys, () =>
        database.asCaller(caller, async (session) => {
          const row = { ...own, metadata, userMetadata, parts };
          requireId(own.id, await writeRow(session, bucket, name, row, mode));
        }),
      );
      return own;
    },
  );
  return Response.json({
    Id: id,
    Key: `${bucket}/${name}`,
    id,
    name,
    bucket_id: bucket,
    version,
    metadata,
  });
};
