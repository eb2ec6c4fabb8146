import { once } from '#app/ui/once.ts';

export { salaryOf, workplaceOf } from '#domain/job-terms.ts';

const day = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }));
const shortDay = once(
  () => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);

/** "March 3, 2026". A day without a time is read as UTC, so it is written as UTC. */
export function dateOf(at: string): string {
  return day().format(new Date(at));
}

/** "Mar 3", where the year goes without saying. */
export function shortDateOf(at: string): string {
  return shortDay().format(new Date(at));
}
