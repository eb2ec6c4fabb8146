import { grouped } from '#domain/grouped.ts';
import type { JobList } from '#domain/job-rows.ts';

/** What is announced of a list; a further page has no count of its own. */
export function describeCount({ jobs, matches, isExact }: JobList): string {
  if (matches === undefined) return `${countJobs(jobs.length)} on this page`;
  return isExact ? countJobs(matches) : `More than ${countJobs(matches)}`;
}

export function countJobs(count: number): string {
  return count === 1 ? '1 job' : `${grouped(count)} jobs`;
}
