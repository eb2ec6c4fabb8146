import { monthNames } from '#app/ui/month-names.ts';

export { salaryOf, workplaceOf } from '#domain/jobs/job-terms.ts';

/** "March 3, 2026". A date without a time is parsed as UTC, so it is formatted as UTC. */
export function dateOf(at: string): string {
  const date = new Date(at);
  return `${monthNames[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** "Mar 3", where the year is obvious. */
export function shortDateOf(at: string): string {
  const date = new Date(at);
  return `${monthNames[date.getUTCMonth()]?.slice(0, 3)} ${date.getUTCDate()}`;
}
