import { z } from 'zod';
import { firstIssue, sayIssue } from '../../say-issue.ts';
import { asReader, type Endpoint } from '../context.ts';
import { readTypeLimits } from '../media-types.ts';
import { isBucketName } from '../object-name.ts';
import { flag, numeral, readJson } from '../read-json.ts';
import { noVersions, StorageError, toStorageError } from '../storage-errors.ts';
import { mostListed } from './list.ts';

/** In Supabase's format: sizes are numbers, and a bucket without a creator has an empty owner. */
const columns = `id, name, public, coalesce(owner::text, '') as owner, created_at, updated_at,
  file_size_limit::float8 as file_size_limit, allowed_mime_types, 'STANDARD' as type`;

const listSchema = z.object({
  limit: z.coerce.number().int().min(1).default(mostListed),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('id'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().max(100).default(''),
});

/** GET /bucket: those that the caller may see. */
export const listBuckets: Endpoint = async ({ database }, { caller, url }) => {
  const asked = listSchema.safeParse(Object.fromEntries(url.searchParams), { error: sayIssue });
  if (!asked.success) throw new StorageError('InvalidRequest', firstIssue(asked.error));
  const { limit, offset, sortColumn, sortOrder, search } = asked.data;
  const { rows } = await asReader(database, caller).query<object>({
    // Both come from the lists above.
    text: `select ${columns} from storage.buckets as b
      where position(lower($1) in lower(name)) > 0
      order by b.${sortColumn} ${sortOrder}, id limit $2 offset $3`,
    values: [search.replaceAll('\0', ''), Math.min(limit, mostListed), offset],
  });
  return Response.json(rows);
};

/** GET /bucket/{id}. */
export const getBucket: Endpoint = async ({ database }, { caller, bucket }) => {
  const { rows } = await asReader(database, caller).query<object>({
    text: `select ${columns} from storage.buckets where id = $1`,
    values: [bucket],
  });
  if (!rows[0]) throw new StorageError('NoSuchBucket');
  return Response.json(rows[0]);
};

/** A limit that is left out stays unchanged; null removes it. */
const limitsSchema = z.object({
  public: flag.nullish(),
  file_size_limit: numeral(z.union([z.number().int().min(0), z.string().max(30)])).nullish(),
  allowed_mime_types: z.array(z.string().max(1_000)).max(100).nullish(),
  versioning_status: z.literal('DISABLED', noVersions).nullish(),
  lifecycle_configuration: z.undefined(noVersions).nullish(),
});

const newSchema = limitsSchema.extend({
  id: z.string().max(200).optional(),
  name: z.string().max(200),
  type: z.literal('STANDARD', 'Only buckets of the type STANDARD are supported here.').optional(),
});

/** Words with which the service's own paths begin, so that no bucket is hidden by one. */
const taken = new Set(
  'authenticated public info sign upload list list-v2 list-versions move copy'.split(' '),
);

/** POST /bucket: needs a policy on storage.buckets, or the secret key. */
export const createBucket: Endpoint = async ({ database }, { caller, request }) => {
  const asked = await readJson(request, newSchema);
  const { name } = asked;
  const id = asked.id ?? name;
  if (!isBucketName(id) || taken.has(id) || id !== name) {
    throw new StorageError('InvalidBucketName');
  }
  const { size, types } = readLimits(asked);
  await database.askAs(caller, {
    text: `insert into storage.buckets
        (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
      values ($1, $1, auth.uid(), auth.uid()::text, $2, $3, $4)`,
    values: [id, asked.public ?? false, size ?? null, types ?? null],
  });
  return Response.json({ name });
};

/** PUT /bucket/{id}. */
export const updateBucket: Endpoint = async ({ database }, { caller, request, bucket }) => {
  const asked = await readJson(request, limitsSchema, { nullIsMeant: true });
  const { size, types } = readLimits(asked);
  const { rowCount } = await database.askAs(caller, {
    text: `update storage.buckets set public = coalesce($2, public),
        file_size_limit = case when $3 then $4 else file_size_limit end,
        allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
        updated_at = now()
      where id = $1`,
    values: [
      bucket,
      asked.public ?? null,
      size !== undefined,
      size ?? null,
      types !== undefined,
      types ?? null,
    ],
  });
  if (rowCount === 0) throw new StorageError('NoSuchBucket');
  return Response.json({ message: 'Successfully updated' });
};

/** DELETE /bucket/{id}: it must be empty. */
export const deleteBucket: Endpoint = async ({ database }, { caller, bucket }) => {
  const { rowCount } = await database
    .askAs(caller, { text: 'delete from storage.buckets where id = $1', values: [bucket] })
    .catch((error) => {
      const known = toStorageError(error);
      // Remaining objects still refer to it.
      const isFull = known instanceof StorageError && known.code === 'NoSuchBucket';
      throw isFull ? new StorageError('ResourceNotEmpty') : error;
    });
  if (rowCount === 0) throw new StorageError('NoSuchBucket');
  return Response.json({ message: 'Successfully deleted' });
};

/** The most rows in one transaction. */
const atOnce = 1_000;

/** POST /bucket/{id}/empty: removes everything that the caller may remove; the files are deleted later. */
export const emptyBucket: Endpoint = async (storage, call) => {
  const { database } = storage;
  const { caller, bucket, name } = call;
  if (name !== 'empty') throw new StorageError('NotSupported');
  await getBucket(storage, call);
  let last = '';
  let looked: number;
  do {
    // Past those that stay: who sees a row need not be allowed to remove it.
    const { rows } = await database.askAs<{ name: string }>(caller, {
      text: `with seen as materialized (
          select id, name from storage.objects where bucket_id = $1 and name > $2 order by name limit $3),
        removed as (delete from storage.objects where id in (select id from seen))
        select name from seen`,
      values: [bucket, last, atOnce],
    });
    looked = rows.length;
    last = rows.at(-1)?.name ?? last;
  } while (looked === atOnce);
  return Response.json({
    message: 'Empty bucket has been queued. Completion may take up to an hour.',
  });
};

const units = { gb: 1e9, mb: 1e6, kb: 1e3, b: 1 } as const;
/** The maximum size of a file is a setting of the site; a bucket can only lower it. */
const mostBytes = 1e13;

function readLimits({ file_size_limit, allowed_mime_types }: z.infer<typeof limitsSchema>) {
  return {
    size: readSize(file_size_limit),
    types: allowed_mime_types && readTypeLimits(allowed_mime_types),
  };
}

/** "20MB", in Supabase's format, or a number of bytes; undefined or null means no limit. */
function readSize(given: string | number | null | undefined): number | null | undefined {
  if (given === undefined || given === null) return given;
  const bytes = typeof given === 'number' ? given : parseSize(given);
  if (bytes > mostBytes) throw new StorageError('EntityTooLarge');
  return bytes === 0 ? null : Math.round(bytes);
}

function parseSize(text: string): number {
  const [, amount, unit = ''] = text.match(/^(\d{1,9}(?:\.\d{1,9})?)(gb|mb|kb|b)$/i) ?? [];
  const factor = Object.entries(units).find(([name]) => name === unit.toLowerCase())?.[1];
  if (!amount || !factor) {
    throw new StorageError(
      'InvalidRequest',
      'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
    );
  }
  return Number(Number(amount).toPrecision(3)) * factor;
}
