import { z } from 'zod';
import { moment } from '../../moment.ts';
import { asReader, type Endpoint } from '../context.ts';
import { flag, numeral, readJson } from '../read-json.ts';
import { StorageError } from '../storage-errors.ts';
import { mostListed, versionsSchema, wantsOnlyVersions } from './list.ts';

const sortSchema = z.object({
  column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});

const bodySchema = versionsSchema.extend({
  prefix: z.string().max(200).default(''),
  limit: numeral(z.number().int().min(1)).default(mostListed),
  cursor: z.string().max(1_000).optional(),
  with_delimiter: flag.default(false),
  sortBy: sortSchema.prefault({}),
  exactMatch: flag.default(false),
});

/** Where the previous page ended, and in which order. */
const cursorSchema = sortSchema.extend({
  name: z.string().max(400),
  at: moment.nullable(),
});

type Entry = {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: object | null;
  at: Date | null;
};

/** POST /object/list-v2/{bucket}: objects by full name, page by page, with folders on request. */
export const listV2: Endpoint = async ({ database }, { bucket, caller, request }) => {
  const { prefix, with_delimiter, cursor: given, ...body } = await readJson(request, bodySchema);
  const cursor = given === undefined ? undefined : readCursor(given);
  if (wantsOnlyVersions(body)) return Response.json({ hasNext: false, folders: [], objects: [] });
  const { column, order } = cursor ?? body.sortBy;
  const limit = Math.min(body.limit, mostListed);
  const comparison = order === 'asc' ? '>' : '<';
  // A cursor has milliseconds, so the comparison uses them too.
  const timeIn = (name: string) =>
    column === 'name' ? 'null::timestamptz' : `date_trunc('milliseconds', ${name})`;
  const after =
    column === 'name'
      ? `name collate "C" ${comparison} $4 and $5::timestamptz is null`
      : `(at, name collate "C") ${comparison} ($5::timestamptz, $4)`;
  const { rows } = await asReader(database, caller).query<Entry>({
    // Column, order and comparison come from the lists above.
    text: `with inside as (
        select name, id, updated_at, created_at, last_accessed_at, metadata, ${timeIn(column)} as at,
          ${timeIn('created_at')} as begun, substr(name, char_length($2::text) + 1) as rest
        from storage.objects where bucket_id = $1
          and case when $7 then name = $2 else starts_with(name, $2::text) end
      ), entries as (
        select name, id, updated_at, created_at, last_accessed_at, metadata, at
          from inside where not $3::boolean or position('/' in rest) = 0
        union all
        select $2::text || split_part(rest, '/', 1) || '/', null, null, null, null, null, min(begun)
          from inside where $3::boolean and position('/' in rest) > 0
          group by split_part(rest, '/', 1)
      )
      select * from entries where $4::text is null or ${after}
      order by ${column === 'name' ? '' : `at ${order},`} name collate "C" ${order} limit $6`,
    values: [
      bucket,
      prefix,
      with_delimiter,
      cursor?.name ?? null,
      cursor?.at ?? null,
      limit + 1,
      body.exactMatch,
    ],
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = rows.length > limit && last !== undefined;
  const next = hasNext && {
    nextCursor: writeCursor({ column, order, name: last.name, at: last.at?.toISOString() ?? null }),
    nextCursorKey: last.name,
  };
  const level = prefix.split('/').length - 1;
  const keyOf = ({ name }: Entry) => (with_delimiter ? { key: name.split('/')[level] } : undefined);
  return Response.json({
    hasNext,
    ...next,
    folders: page.filter(({ id }) => id === null).map((one) => ({ ...keyOf(one), name: one.name })),
    objects: page
      .filter(({ id }) => id !== null)
      .map(({ at: _, ...entry }) => ({ ...keyOf({ ...entry, at: null }), ...entry })),
  });
};

function writeCursor(cursor: z.infer<typeof cursorSchema>): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64');
}

function readCursor(text: string) {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch {
    throw new StorageError('InvalidRequest', 'The cursor is not valid.');
  }
}
