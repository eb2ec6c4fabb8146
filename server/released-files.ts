import type { Database } from '#database/database.ts';
import { isAsset, type StoredFile, storedAsset } from './files/stored-files.ts';

/**
 * As long as people's drafts are kept on their device: a page older than that may well be reloaded.
 */
const keptDays = 30;

/**
 * Shares the files of this build with the other processes and with later releases: an open page
 * keeps asking for the files it was built with, of whichever process the proxy picks.
 */
export async function keepReleasedFiles(database: Database, files: Map<string, StoredFile>) {
  const paths = [...files.keys()].filter(isAsset);
  if (paths.length === 0) return;
  await database.asService.transaction(async (session) => {
    // Processes that start together take turns; readers do not wait.
    await session.query({
      text: 'lock table private.released_files in share row exclusive mode',
    });
    const { rows } = await session.query<{ path: string }>({
      text: 'select path from private.released_files where path = any ($1)',
      values: [paths],
    });
    const known = new Set(rows.map(({ path }) => path));
    const added = paths.filter((path) => !known.has(path));
    await session.query({
      text: 'insert into private.released_files (path, body) select * from unnest($1::text[], $2::bytea[])',
      values: [added, added.map((path) => files.get(path)?.body)],
    });
    await session.query({
      text: `update private.released_files set left_at = case when path = any ($1) then null else now() end
        where (path = any ($1)) = (left_at is not null)`,
      values: [paths],
    });
    await session.query({
      text: 'delete from private.released_files where left_at < now() - make_interval(days => $1)',
      values: [keptDays],
    });
  });
}

/** A file of another release, earlier or later than this one. */
export async function findReleasedFile(
  database: Database,
  path: string,
): Promise<StoredFile | undefined> {
  if (!isAsset(path)) return undefined;
  const { rows } = await database.asService.query<{ body: Buffer<ArrayBuffer> }>({
    text: 'select body from private.released_files where path = $1',
    values: [path],
  });
  return rows[0] && storedAsset(path, rows[0].body);
}
