import { dropDraft, readDraft, writeDraft } from '#app/drafts/draft.ts';

const keyOf = (userId: string, jobId: string) => `application-draft:${userId}:${jobId}`;

/** What was typed into this job's form and not sent, by field name. */
export function readTyped(userId: string, jobId: string): Record<string, string> {
  return readDraft(keyOf(userId, jobId), areWords)?.values ?? {};
}

export function keepTyped(userId: string, jobId: string, form: HTMLFormElement) {
  writeDraft(keyOf(userId, jobId), { values: valuesIn(form), base: {}, version: null });
}

export const forgetTyped = (userId: string, jobId: string) => dropDraft(keyOf(userId, jobId));

/** Except files, which are stored as soon as they are chosen. */
export function valuesIn(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

const areWords = (values: unknown): values is Record<string, string> =>
  typeof values === 'object' &&
  values !== null &&
  Object.values(values).every((value) => typeof value === 'string');
