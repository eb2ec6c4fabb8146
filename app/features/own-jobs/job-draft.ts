import { type DraftedText, useDraft } from '#app/drafts/use-draft.ts';
import { areSame, isWhole, type JobValues } from './job-values.ts';

/** One per person and form: a new job, a copy, or a change of one job. */
export function draftKey(userId: string, form: string): string {
  return `job-draft:${userId}:${form}`;
}

export function useJobDraft(key: string, first: { values: JobValues; version: string | null }) {
  return useDraft(key, first, { isWhole, areSame });
}

export type JobText = DraftedText<JobValues>;
