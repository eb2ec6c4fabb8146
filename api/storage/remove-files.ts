import type { Database } from '#database/database.ts';
import type { Files } from './files.ts';

/** Takes a content away, unless an object has it. A version is never used again, so nothing races. */
export async function removeStoredFile(database: Database, files: Files, key: string) {
  const [bucket, id, version] = key.split('/');
  const { rowCount } = await database.asService.query({
    text: `select from storage.objects
      where bucket_id = $1 and id = $2::uuid and version = $3`,
    values: [bucket, id, version],
  });
  if (rowCount === 0) await files.remove(key);
}

/** Those of one person, or what everybody has left lying for a day; the files follow by themselves. */
export async function removeUnusedPictures(database: Database, userId?: string) {
  await database.asService.query({
    text: 'select private.remove_unused_pictures($1)',
    values: [userId ?? null],
  });
}
