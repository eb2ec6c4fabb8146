import type { Caller, Database } from '#database/database.ts';
import type { StoredObject } from './context.ts';
import type { Part } from './files.ts';

/** An upload that spans several requests. */
export type Upload = {
  id: string;
  bucket: string;
  name: string;
  isUpsert: boolean;
  size: number;
  received: number;
  parts: Part[];
  type: string;
  cacheControl: string;
  userMetadata: StoredObject['user_metadata'];
  expiresAt: Date;
  isFinished: boolean;
};

type NewUpload = Pick<
  Upload,
  'bucket' | 'name' | 'isUpsert' | 'size' | 'type' | 'cacheControl' | 'userMetadata'
>;

export async function beginUpload(
  database: Database,
  caller: Caller,
  { bucket, name, isUpsert, size, type, cacheControl, userMetadata }: NewUpload,
): Promise<string> {
  const { rows } = await database.askAs<{ id: string }>(caller, {
    text: 'select private.begin_upload($1, $2, $3, $4, $5, $6, $7) as id',
    values: [
      bucket,
      name,
      isUpsert,
      size,
      type,
      cacheControl,
      userMetadata && JSON.stringify(userMetadata),
    ],
  });
  return rows[0]?.id ?? '';
}

export async function findUpload(
  database: Database,
  caller: Caller,
  id: string,
): Promise<Upload | undefined> {
  const { rows } = await database.askAs<Upload>(
    caller,
    {
      text: `select id, bucket_id as bucket, name, is_upsert as "isUpsert", size::float8 as size,
          received::float8 as received, parts, mimetype as type, cache_control as "cacheControl",
          user_metadata as "userMetadata", expires_at as "expiresAt",
          finished_at is not null as "isFinished"
        from private.own_upload($1)`,
      values: [id],
    },
    { readOnly: true },
  );
  return rows[0];
}

/** Returns whether it was added: another request may have been faster, or the upload may be gone. */
export async function addPart(
  database: Database,
  caller: Caller,
  { id }: Upload,
  { file, size, at }: Part & { at: number },
): Promise<boolean> {
  const { rows } = await database.askAs<{ received: string | null }>(caller, {
    text: 'select private.add_part($1, $2, $3, $4) as received',
    values: [id, at, file, size],
  });
  return rows[0]?.received != null;
}

export async function dropUpload(database: Database, caller: Caller, id: string) {
  await database.askAs(caller, { text: 'select private.drop_upload($1)', values: [id] });
}
