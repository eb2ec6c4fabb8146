import type { Job } from '../jobs/job-rows.ts';
import { salaryOf, workplaceOf } from '../jobs/job-terms.ts';

/** What an applicant reads of a posting and might reconsider if it changed. SQL compares the same columns. */
export const seenColumns =
  'title, company, location, workplace, job_type, salary_range, salary_from, salary_to, salary_currency, salary_period';

export type SeenPosting = Pick<
  Job,
  | 'title'
  | 'company'
  | 'location'
  | 'workplace'
  | 'job_type'
  | 'salary_range'
  | 'salary_from'
  | 'salary_to'
  | 'salary_currency'
  | 'salary_period'
>;

export type Change = { what: string; before: string; now: string };

/** Only the differences, in plain words. */
export function changesOf(before: SeenPosting, now: SeenPosting): Change[] {
  return Object.entries(facts)
    .map(([what, say]) => ({ what, before: say(before) ?? '', now: say(now) ?? '' }))
    .filter((change) => change.before !== change.now);
}

const facts: Record<string, (posting: SeenPosting) => string | null | undefined> = {
  Title: ({ title }) => title,
  Company: ({ company }) => company,
  Location: ({ location }) => location,
  Workplace: workplaceOf,
  'Job type': ({ job_type }) => job_type,
  Pay: salaryOf,
};
