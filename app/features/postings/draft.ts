import { type JobValues, jobFields } from './job-values.ts';

/** What somebody has typed, and into what: the version of the posting that they were changing. */
export type Draft = {
  savedAt: string;
  values: JobValues;
  base: JobValues;
  version: string | null;
};

const longestLife = 30 * 86_400_000;

/** One for each person and each form: new, a copy, or a change of one posting. */
export function draftKey(userId: string, form: string): string {
  return `job-draft:${userId}:${form}`;
}

/** Storage may be closed, and what is in it may be of an earlier release. */
export function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null');
    const isWhole = [draft?.values, draft?.base].every((values) =>
      jobFields.every((field) => typeof values?.[field] === 'string'),
    );
    if (isWhole && Date.now() - Date.parse(draft.savedAt) < longestLife) return draft;
    dropDraft(key);
  } catch {
    // No draft then.
  }
  return undefined;
}

export function writeDraft(key: string, draft: Omit<Draft, 'savedAt'>) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: new Date().toISOString() }));
  } catch {
    // Full or closed: the form still holds everything, and asks before it is left.
  }
}

export function dropDraft(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
