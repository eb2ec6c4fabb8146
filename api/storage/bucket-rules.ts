import type { Database } from '#database/database.ts';
import { StorageError } from './storage-errors.ts';

/** What a bucket holds its objects to. */
export type BucketRules = {
  isPublic: boolean;
  mostBytes: number;
  mediaTypes: string[];
  /** Pictures are made anew before they are kept, and nothing else is taken. */
  normalizesPictures: boolean;
};

/** Asked once the policies have let somebody in, so that it tells nobody else of a bucket. */
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
