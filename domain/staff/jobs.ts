import * as z from 'zod/mini';
import { type CaseState, hidingReason } from './review.ts';

/** The filters of the list. There are no drafts: an unposted job stays in its poster's browser. */
export const jobFilters = ['live', 'held', 'hidden', 'ended', 'paused'] as const;
export const jobFilterWords = {
  live: 'On the board',
  held: 'Held back',
  hidden: 'Hidden or held back',
  ended: 'Over, closed or filled',
  paused: 'Of blocked people',
} as const satisfies Record<(typeof jobFilters)[number], string>;

export const jobStatusWords = {
  live: 'On the board',
  hidden: 'Hidden',
  held: 'Held back',
  paused: 'Poster blocked',
  filled: 'Filled',
  closed: 'Closed',
  expired: 'Over',
} as const;
type JobStatus = keyof typeof jobStatusWords;

export type StaffJobRow = {
  id: string;
  title: string;
  company: string;
  company_key: string;
  status: Exclude<JobStatus, 'held'>;
  poster: string | null;
  posted_by: string;
  is_featured: boolean;
  reports: number;
  created_at: string;
  ends_at: string;
  /** The version of the row that the page showed. */
  seen: string;
  newest_case: { id: string; version: number; state: CaseState; is_held: boolean } | null;
  /** The case about the company's name, if it is open or hid this job along with the others. */
  company_case: { id: string; state: CaseState } | null;
};

/** Held means hidden, but not decided yet. */
export function jobStatusOf({ status, newest_case: found }: StaffJobRow): JobStatus {
  const isOpen = found && ['waiting', 'asked', 'answered'].includes(found.state);
  return status === 'hidden' && found?.is_held && isOpen ? 'held' : status;
}

export type CompanyRow = {
  key: string;
  name: string;
  jobs: number;
  posters: number;
  reports: number;
  newest_at: string;
};

/** The outcome of a bulk act, row by row. */
export type BulkAnswer = { done: string[]; refused: { id: string; why: string }[] };

/** The most at once: an act locks the log for as long as it takes. */
export const mostAtOnce = 100;

const chosenJobs = z
  .array(z.object({ id: z.uuid(), seen: z.string().check(z.maxLength(60)), version: z.int32() }))
  .check(z.minLength(1), z.maxLength(mostAtOnce));
export const releaseJobsSchema = z.object({ jobs: chosenJobs });
export const hideJobsSchema = z.object({
  jobs: chosenJobs,
  reason: hidingReason,
});
