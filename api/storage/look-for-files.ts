import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#database/database.ts';
import { type Files, FilesUnavailable } from './files.ts';

type Found = { missing: number; of: number } | 'away';

/**
 * Checks whether contents are where the settings point: after DATA_DIR or FILES_S3_… changes they are elsewhere, and
 * only the person who opens a file notices. If the store is down or its key has expired, visitors are told to come
 * again, but nobody who could fix it is told.
 */
export async function lookForFiles(
  { database, files }: { database: Database; files: Files },
  { patience = 20_000 } = {},
) {
  const { rows } = await database.asService.query<{ key: string }>({
    text: `select bucket_id || '/' || coalesce(parts -> 0 ->> 'file', id || '/' || version) as key
      from storage.objects where metadata ->> 'size' is distinct from '0' order by random() limit 10`,
  });
  const keys = rows.map(({ key }) => key);
  let found = await look(files, keys);
  if (found === 'away') {
    // A short outage is no alarm.
    await delay(patience);
    found = await look(files, keys);
  }
  await setAlarm(database, 'away', found === 'away', {});
  await setAlarm(database, 'closed', await isClosed({ database, files }), {});
  if (found === 'away') return;
  await setAlarm(database, '', found.missing > found.of / 2, found);
}

async function setAlarm(database: Database, about: string, isWrong: boolean, facts: object) {
  await database.asService.query(
    isWrong
      ? {
          text: `select staff.note_alarm('files', $1, $2)`,
          values: [about, JSON.stringify(facts)],
        }
      : { text: `select staff.end_alarm('files', $1)`, values: [about] },
  );
}

/**
 * If a key may not list its bucket, S3 refuses access to missing files, so a single file says nothing about the
 * store.
 */
async function look(files: Files, keys: readonly string[]): Promise<Found> {
  const found = await Promise.all(keys.map((key) => isThere(files, key)));
  const refused = found.filter((is) => is === undefined).length;
  if (refused > found.length / 2) return 'away';
  return { missing: found.filter((is) => is === false).length, of: found.length };
}

/** Undefined if the store does not say. */
async function isThere(files: Files, key: string): Promise<boolean | undefined> {
  try {
    const content = await files.get(key, { first: 0, last: 0 });
    await content?.cancel();
    return content !== undefined;
  } catch (error) {
    if (error instanceof FilesUnavailable) return undefined;
    throw error;
  }
}

/** Whether uploads fail: a folder may belong to another user, or a disk may have become read-only. */
async function isClosed({ database, files }: { database: Database; files: Files }) {
  if (!files.tryPutting) return false;
  const { rows } = await database.asService.query<{ id: string }>({
    text: 'select id from storage.buckets order by id limit 20',
  });
  try {
    for (const { id } of rows) await files.tryPutting(id);
    return false;
  } catch (error) {
    if (error instanceof FilesUnavailable) return true;
    throw error;
  }
}
