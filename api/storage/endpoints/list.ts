import { z } from 'zod';
import { asReader, type Endpoint } from '../context.ts';
import { numeral, readJson } from '../read-json.ts';

/** A larger limit gets this many, as on Supabase. */
export const mostListed = 1_000;

const bodySchema = z.object({
  prefix: z.string().max(200).default(''),
  limit: numeral(z.number().int().min(1)).default(100),
  offset: numeral(z.number().int().min(0).max(100_000)).default(0),
  search: z.string().max(200).default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
});

/** POST /object/list/{bucket}: the direct contents of a folder; folders come first, as entries without an id. */
export const list: Endpoint = async ({ database }, { bucket, caller, request }) => {
  const { prefix, limit, offset, search, sortBy } = await readJson(request, bodySchema);
  const folder = prefix.split('/').filter(Boolean).join('/');
  const start = folder === '' ? '' : `${folder}/`;
  // Both come from the lists above.
  const order = `${sortBy.column} ${sortBy.order}`;
  const { rows } = await asReader(database, caller).query<object>({
    text: `with inside as (
        select o.*, substr(o.name, char_length($2) + 1) as rest
        from storage.objects as o
        where o.bucket_id = $1 and starts_with(o.name, $2)
      ), entries as (
        select rest as name, id, updated_at, created_at, last_accessed_at, metadata
          from inside where position('/' in rest) = 0
        union all
        select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz,
            null::timestamptz, null::jsonb
          from inside where position('/' in rest) > 0
      )
      select name, id, updated_at, created_at, last_accessed_at, metadata from entries
      where name <> '' and starts_with(lower(name), lower($3))
      order by id is not null, ${order}, name limit $4 offset $5`,
    values: [bucket, start, search, Math.min(limit, mostListed), offset],
  });
  return Response.json(rows);
};
