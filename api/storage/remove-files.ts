import type { Database } from '#database/database.ts';
import { ApiError } from '../errors.ts';
import { queue } from '../queue.ts';
import type { Files } from './files.ts';
import { StorageError } from './storage-errors.ts';

/**
 * Queued before files are stored, whatever happens to them: if this process dies before the row is written, they are
 * found and removed.
 */
export async function orderRemovalOf(database: Database, keys: readonly string[]) {
  await database.asService.transaction(async (session) => {
    for (const key of keys) {
      await queue.add(session, 'remove-stored-file', { key }, { inSeconds: 3_600 });
    }
  });
}

/** Writes the row of stored files. If that definitely fails, they are removed at once instead of by their task. */
export async function keepIfWritten<T>(
  files: Files,
  keys: readonly string[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isRefused(error)) {
      // If a removal fails, the task does it later.
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

/** Removes contents unless an object or an upload uses them. A version is never used again, so there is no race. */
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

/** Removes the unused pictures of one person, or everybody's after a day; the files are deleted later. */
export async function removeUnusedPictures(database: Database, userId?: string) {
  await database.asService.query({
    text: 'select private.remove_unused_pictures($1)',
    values: [userId ?? null],
  });
}

/** Removes logos that no company shows, after a day. */
export async function removeUnusedLogos(database: Database) {
  await database.asService.query({ text: 'select private.remove_unused_logos()' });
}

/** Removes uploads that were not finished in time; their parts are deleted later. */
export async function removeOldUploads(database: Database) {
  await database.asService.query({
    text: 'delete from storage.resumable_uploads where expires_at < now()',
  });
}
