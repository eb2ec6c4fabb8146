import type { Database } from '#database/database.ts';
import { type Files, FilesUnavailable } from './files.ts';

/**
 * Looks whether contents are where the settings lead: after DATA_DIR or FILES_S3_… were changed they lie elsewhere, and
 * each is missed only by the person who opens it.
 */
export async function lookForFiles({ database, files }: { database: Database; files: Files }) {
  const { rows } = await database.asService.query<{ key: string }>({
    text: `select bucket_id || '/' || coalesce(parts -> 0 ->> 'file', id || '/' || version) as key
      from storage.objects where metadata ->> 'size' is distinct from '0' order by random() limit 10`,
  });
  const found = await Promise.all(rows.map(({ key }) => isThere(files, key))).catch((error) => {
    // That the store is away says so by itself, and is over by itself.
    if (error instanceof FilesUnavailable) return undefined;
    throw error;
  });
  if (!found) return;
  const facts = { missing: found.filter((is) => !is).length, of: found.length };
  await database.asService.query(
    facts.missing > facts.of / 2
      ? {
          text: `select staff.note_alarm('files', '', $1)`,
          values: [JSON.stringify(facts)],
        }
      : { text: `select staff.end_alarm('files', '')` },
  );
}

async function isThere(files: Files, key: string): Promise<boolean> {
  const content = await files.get(key, { first: 0, last: 0 });
  await content?.cancel();
  return content !== undefined;
}
