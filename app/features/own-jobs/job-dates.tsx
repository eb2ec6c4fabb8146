import { Time } from '#app/ui/time.tsx';
import { shortDate } from '#app/ui/when.ts';
import type { JobStatus } from '#domain/jobs/job-life.ts';
import { site } from '#domain/site/brand.ts';
import type { ListedJob } from './own-jobs.ts';

/** When it was posted, and until when it is up or why it is not. */
export function JobDates({ job, status }: { job: ListedJob; status: JobStatus }) {
  return (
    <p className="own-job-small">
      Posted <Time at={job.created_at}>{dayOf(job.created_at)}</Time>
      {'\u00a0· '}
      <End job={job} status={status} />
    </p>
  );
}

function End({ job, status }: { job: ListedJob; status: JobStatus }) {
  const { closed_at, filled_at } = job;
  const poster = job.posted_by_name ? <bdi>{job.posted_by_name}</bdi> : 'you';
  if (job.waits_for_review) return <>we look at it before it goes live, and write to {poster}</>;
  if (status === 'hidden') {
    return (
      <>
        taken off the board; our email to {poster} says why, or ask{' '}
        <a className="link" href={`mailto:${site.email}`}>
          {site.email}
        </a>
      </>
    );
  }
  if (status === 'filled' && filled_at) return `filled ${dayOf(filled_at)}`;
  if (status === 'closed' && closed_at) return `closed ${dayOf(closed_at)}`;
  const end = job.application_deadline ?? job.ends_at;
  const words = job.application_deadline ? 'deadline' : status === 'live' ? 'ends' : 'ended';
  return (
    <>
      {words} <Time at={end}>{dayOf(end)}</Time>
    </>
  );
}

/** "Dec 2, 2026". A deadline is a date without a time zone; a timestamp is shown in the reader's. */
export function dayOf(at: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(at);
  return shortDate(new Date(isDay ? `${at}T00:00` : at));
}
