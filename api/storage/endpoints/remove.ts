import { z } from 'zod';
import type { Endpoint } from '../context.ts';
import { readJson } from '../read-json.ts';
import { noVersions, StorageError } from '../storage-errors.ts';

const name = z.string().max(200);
const entry = z.union([name, z.object({ path: name, versionId: z.unknown() })]);
const bodySchema = z.object({ prefixes: z.array(entry).min(1).max(1_000) });

const columns = 'id, bucket_id, name, version, created_at, updated_at, last_accessed_at, metadata';

/** DELETE /object/{bucket}: removes those of the named objects that the caller may remove, and lists them. */
export const removeObjects: Endpoint = async ({ database }, { bucket, caller, request }) => {
  const { prefixes } = await readJson(request, bodySchema);
  if (prefixes.some((each) => typeof each !== 'string' && each.versionId != null)) {
    throw new StorageError('NotSupported', noVersions);
  }
  const names = prefixes.map((each) => (typeof each === 'string' ? each : each.path));
  const { rows } = await database.askAs<object>(caller, {
    text: `delete from storage.objects where bucket_id = $1 and name = any ($2) returning ${columns}`,
    values: [bucket, names.filter((name) => !name.includes('\0'))],
  });
  return Response.json(rows);
};

/** DELETE /object/{bucket}/{name}. */
export const removeObject: Endpoint = async ({ database }, { bucket, name, caller }) => {
  const { rowCount } = await database.askAs(caller, {
    text: 'delete from storage.objects where bucket_id = $1 and name = $2',
    values: [bucket, name],
  });
  if (rowCount === 0) throw new StorageError('NoSuchKey');
  return Response.json({ message: 'Successfully deleted' });
};
