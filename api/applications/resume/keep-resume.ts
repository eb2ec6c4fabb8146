import { randomUUID } from 'node:crypto';
import type { Session } from '#database/database.ts';
import { resumeRefusals, resumeTypes, tidyFileName } from '#domain/applications/resume.ts';
import { ApiError } from '../../errors.ts';
import type { Functions } from '../../functions/context.ts';
import { type ReadResume, readResumeFile } from './read-resume-file.ts';
import { Refused } from './refused.ts';
import { keepResumeFile } from './resume-files.ts';

/**
 * Reads a form's file and checks its contents; whatever is wrong with it becomes an error in the answer. `asker` is a
 * person or a client.
 */
export async function readUpload(
  given: unknown,
  asker: string,
): Promise<ReadResume & { bytes: Uint8Array<ArrayBuffer>; name: string }> {
  const file = given instanceof File ? given : undefined;
  try {
    if (file?.name && file.size === 0) throw new Refused('no_bytes');
    const bytes = new Uint8Array(file ? await file.arrayBuffer() : new ArrayBuffer(0));
    return { ...(await readResumeFile(bytes, asker)), bytes, name: file?.name ?? '' };
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    throw new ApiError('resume_refused', resumeRefusals[refusal.reason]);
  }
}

/** Stores a checked file and its rows, and runs `write` in the same transaction. `person` is null for a guest. */
export async function keepResume<T>(
  functions: Pick<Functions, 'database' | 'files' | 'project'>,
  person: string | null,
  { bytes, name, kind }: Awaited<ReturnType<typeof readUpload>>,
  write: (session: Session, resume: { id: string; fileName: string }) => Promise<T>,
): Promise<T> {
  const type = resumeTypes[kind];
  const resume = { id: randomUUID(), fileName: tidyFileName(name, kind) };
  const file = { name: `${resume.id}.${kind}`, bytes, type };
  return keepResumeFile(functions, file, async (session) => {
    await session.query({
      text: 'select private.keep_resume($1, $2, $3, $4, $5, $6)',
      values: [person, resume.id, resume.fileName, type, bytes.length, file.name],
    });
    return write(session, resume);
  });
}
