import type { Database } from '#database/database.ts';
import { ApiError } from '../errors.ts';
import { queue } from '../queue.ts';
import type { Files } from './files.ts';
import { StorageError } from './storage-errors.ts';

/**
 * Ordered before files are stored, whatever becomes of them: should this process end before the row is
 * written, they are found and taken away.
 */
export async function orderRemovalOf(database: Database, keys: readonly string[]) {
  await database.asService.transaction(async (session) => {
    for (const key of keys) {
      await queue.add(session, 'remove-stored-file', { key }, { inSeconds: 3_600 });
    }
  });
}

/** Writes the row of files that lie there. Refused for certain, they do not wait for their task. */
export async function keepIfWritten<T>(
  files: Files,
  keys: readonly string[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isRefused(error)) {
      // One that does not work is made up for by its task.
      await Promise.allSettled(keys.map((key) => files.remove(key)));
    }
    throw error;
  }
}

/** By us or by the database, which took all of it back. Without its answer nobody knows: that is another error. */
function isRefused(error: unknown): boolean {
  if (error instanceof StorageError || error instanceof ApiError) return true;
  return error instanceof Error && 'severity' in error;
}

/** Takes a content away, unless an object or an upload has it. A version is never used again, so nothing races. */
export async function removeStoredFile(database: Database, files: Files, key: string) {
  const [bucket, id, version] = key.split('/');
  const { rowCount } = await database.asService.query({
    text: `select from storage.objects
      where bucket_id = $1 and id = $2::uuid and version = $3 and parts is null
      union all
      select from storage.objects
      where bucket_id = $1 and parts @> jsonb_build_array(jsonb_build_object('file', $4::text))
      union all
      select from storage.resumable_uploads
      where bucket_id = $1 and parts @> jsonb_build_array(jsonb_build_object('file', $4::text))
        and finished_at is null`,
    values: [bucket, id, version, `${id}/${version}`],
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

/** Logos that no company shows, once a day has passed. */
export async function removeUnusedLogos(database: Database) {
  await database.asService.query({ text: 'select private.remove_unused_logos()' });
}

/** Uploads that nobody finished in their time; their parts follow by themselves. */
export async function removeOldUploads(database: Database) {
  await database.asService.query({
    text: 'delete from storage.resumable_uploads where expires_at < now()',
  });
}
