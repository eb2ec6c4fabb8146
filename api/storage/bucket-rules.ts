import type { Database } from '#database/database.ts';
import { StorageError } from './storage-errors.ts';

/** The rules of a bucket for its objects. */
export type BucketRules = {
  isPublic: boolean;
  mostBytes: number;
  mediaTypes: string[];
  /** Pictures are re-encoded before they are stored, and nothing else is accepted. */
  normalizesPictures: boolean;
};

/** Read only after the policies have allowed access, so that it reveals nothing about a bucket. */
export async function rulesOf(database: Database, bucket: string): Promise<BucketRules> {
  const { rows } = await database.asService.query<BucketRules>({
    name: 'storage-rules',
    text: `select is_public as "isPublic", most_bytes::float8 as "mostBytes",
        media_types as "mediaTypes", normalizes_pictures as "normalizesPictures"
      from private.rules_of_bucket($1)`,
    values: [bucket],
  });
  const [rules] = rows;
  if (!rules) throw new StorageError('NoSuchBucket');
  return rules;
}
