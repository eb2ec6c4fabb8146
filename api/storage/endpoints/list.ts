import { z } from 'zod';
import { asReader, type Endpoint } from '../context.ts';
import { flag, numeral, readJson } from '../read-json.ts';

/** A larger limit gets this many, as on Supabase. */
export const mostListed = 1_000;

const versions = z.enum(['exclude', 'include', 'only']).default('exclude');
/** There are neither earlier versions here nor markers of deleted objects. */
export const versionsSchema = z.object({ noncurrentVersions: versions, deleteMarkers: versions });
export const wantsOnlyVersions = (asked: z.infer<typeof versionsSchema>) =>
  asked.noncurrentVersions === 'only' || asked.deleteMarkers === 'only';

const bodySchema = versionsSchema.extend({
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
  exactMatch: flag.default(false),
});

/**
 * POST /object/list/{bucket}: the direct contents of a folder, where folders are entries without an id. As on Supabase,
 * a list by name ignores case and has them among the objects; a list by time has them first.
 */
export const list: Endpoint = async ({ database }, { bucket, caller, request }) => {
  const asked = await readJson(request, bodySchema);
  if (wantsOnlyVersions(asked)) return Response.json([]);
  const { limit, offset, sortBy, exactMatch } = asked;
  const { start, search } = exactMatch
    ? apart(`${asked.prefix}/${asked.search}`)
    : { start: startOf(asked.prefix.split('/')), search: asked.search };
  // Both come from the lists above.
  const { column, order } = sortBy;
  const places =
    column === 'name'
      ? `lower(case when id is null then name || '/' else name end) collate "C" ${order}`
      : `id is not null, ${column} ${order}`;
  const { rows } = await asReader(database, caller).query<object>({
    text: `with inside as (
        select o.*, substr(o.name, char_length($2) + 1) as rest
        from storage.objects as o
        where o.bucket_id = $1 and case when $6::text is null then starts_with(o.name, $2) else o.name = $6 end
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
      order by ${places}, name collate "C" ${order} limit $4 offset $5`,
    values: [
      bucket,
      start,
      search,
      Math.min(limit, mostListed),
      offset,
      exactMatch ? start + search : null,
    ],
  });
  return Response.json(rows);
};

/** The folder of a whole name, and the rest of it. */
function apart(key: string) {
  const words = key.split('/').filter(Boolean);
  return { search: words.pop() ?? '', start: startOf(words) };
}

function startOf(folder: string[]): string {
  return folder
    .filter(Boolean)
    .map((word) => `${word}/`)
    .join('');
}
