import type { JobList } from '#domain/jobs/job-rows.ts';
import { grouped } from '#domain/text/grouped.ts';

/** The announcement for a list; further pages have no total. */
export function describeCount({ jobs, matches, isExact }: JobList): string {
  if (matches === undefined) return `${countJobs(jobs.length)} on this page`;
  return isExact ? countJobs(matches) : `${grouped(matches)}+ jobs`;
}

export function countJobs(count: number): string {
  return count === 1 ? '1 job' : `${grouped(count)} jobs`;
}

/** Next to a filter: exact up to 1,000. */
export function shortCount(count: number): string {
  return count > 1_000 ? '1,000+' : grouped(count);
}
