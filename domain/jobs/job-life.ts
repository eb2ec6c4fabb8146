import { dayEnd } from './day-ends.ts';

/** How long a posting without a deadline stays up after it was published or renewed. */
export const daysWithoutDeadline = 60;
/** How long before its end the poster is notified. */
export const daysOfNotice = 5;
/** How long the link in that email can renew it. */
export const daysOfRenewalLink = 30;
const day = 86_400_000;

/**
 * The moment at which a posting leaves the board. With a deadline: when that day has ended everywhere on earth
 * (UTC−12), so that nobody is shut out on what is still their own last day. In SQL, the column `ends_at` follows the
 * same rule.
 */
export function endsAt(job: { application_deadline: string | null; published_at: string }): Date {
  if (job.application_deadline === null) {
    return new Date(Date.parse(job.published_at) + daysWithoutDeadline * day);
  }
  return new Date(dayEnd(job.application_deadline));
}

const jobStatuses = ['live', 'hidden', 'filled', 'closed', 'expired'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The current status of a posting. The first that applies: hidden by staff, filled, closed, or expired. */
export function statusOf(
  job: {
    is_active: boolean;
    hidden_at: string | null;
    filled_at: string | null;
    ends_at: string;
  },
  now = new Date(),
): JobStatus {
  if (job.hidden_at !== null) return 'hidden';
  if (job.filled_at !== null) return 'filled';
  if (!job.is_active) return 'closed';
  return Date.parse(job.ends_at) > now.getTime() ? 'live' : 'expired';
}
