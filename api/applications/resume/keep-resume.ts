import { createHash, randomUUID } from 'node:crypto';
import type { Session } from '#database/database.ts';
import { resumeRefusals, resumeTypes, tidyFileName } from '#domain/applications/resume.ts';
import { ApiError } from '../../errors.ts';
import type { Functions } from '../../functions/context.ts';
import { keyOf } from '../../storage/files.ts';
import { keepIfWritten, orderRemovalOf } from '../../storage/remove-files.ts';
import { describeContent } from '../../storage/save-object.ts';
import { writeRow } from '../../storage/write-row.ts';
import { type ReadResume, readResumeFile } from './read-resume-file.ts';
import { Refused } from './refused.ts';

/** The file of a form's field, checked by its content; what is wrong with it becomes an answer. */
export async function readUpload(
  given: unknown,
): Promise<ReadResume & { bytes: Uint8Array<ArrayBuffer>; name: string }> {
  const file = given instanceof File ? given : undefined;
  try {
    const bytes = new Uint8Array(file ? await file.arrayBuffer() : new ArrayBuffer(0));
    return { ...(await readResumeFile(bytes)), bytes, name: file?.name ?? '' };
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    throw new ApiError('resume_refused', resumeRefusals[refusal.reason]);
  }
}

/**
 * Stores a checked file and its row, and in the same transaction what `write` does with it. The file lies there
 * before: no transaction waits for a store. `person`: nobody, for a guest.
 */
export async function keepResume<T>(
  { database, files }: Pick<Functions, 'database' | 'files'>,
  person: string | null,
  { bytes, name, kind }: Awaited<ReturnType<typeof readUpload>>,
  write: (session: Session, resume: { id: string; fileName: string }) => Promise<T>,
): Promise<T> {
  const type = resumeTypes[kind];
  const object = { id: randomUUID(), version: randomUUID() };
  const resume = { id: randomUUID(), fileName: tidyFileName(name, kind) };
  const objectName = `${resume.id}.${kind}`;
  const key = keyOf({ bucket_id: 'resumes', ...object });
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
      await writeRow(session, 'resumes', objectName, { ...object, metadata }, 'insert');
      await session.query({
        text: 'select private.keep_resume($1, $2, $3, $4, $5, $6)',
        values: [person, resume.id, resume.fileName, type, bytes.length, objectName],
      });
      return write(session, resume);
    }),
  );
}
