import { createHash, randomUUID } from 'node:crypto';
import type { Session } from '#database/database.ts';
import type { Functions } from '../../functions/context.ts';
import type { Project } from '../../project/project.ts';
import { keyOf } from '../../storage/files.ts';
import { keepIfWritten, orderRemovalOf } from '../../storage/remove-files.ts';
import { describeContent } from '../../storage/save-object.ts';
import { writeRow } from '../../storage/write-row.ts';

const bucket = 'resumes';

type ResumeFile = { name: string; bytes: Uint8Array<ArrayBuffer>; type: string };
type WriteRows<T> = (session: Session) => Promise<T>;

/**
 * Stores a file first and then its rows, so that no transaction waits on storage. If the rows are not written, the
 * file is removed again.
 */
export function keepResumeFile<T>(
  { database, files, project }: Pick<Functions, 'database' | 'files' | 'project'>,
  file: ResumeFile,
  write: WriteRows<T>,
): Promise<T> {
  return project
    ? keepInProject({ database, project }, file, write)
    : keepHere({ database, files }, file, write);
}

async function keepHere<T>(
  { database, files }: Pick<Functions, 'database' | 'files'>,
  { name, bytes, type }: ResumeFile,
  write: WriteRows<T>,
): Promise<T> {
  const object = { id: randomUUID(), version: randomUUID() };
  const key = keyOf({ bucket_id: bucket, ...object });
  const metadata = describeContent({
    eTag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
    size: bytes.length,
    mimetype: type,
    cacheControl: 'no-store',
  });
  await orderRemovalOf(database, [key]);
  await files.put(key, bytes, type);
  return keepIfWritten(files, [key], () =>
    database.asService.transaction(async (session) => {
      await writeRow(session, bucket, name, { ...object, metadata }, 'insert');
      return write(session);
    }),
  );
}

async function keepInProject<T>(
  { database, project }: Pick<Functions, 'database'> & { project: Project },
  { name, bytes, type }: ResumeFile,
  write: WriteRows<T>,
): Promise<T> {
  await project.putFile(bucket, name, bytes, type);
  return database.asService.transaction(write);
}
