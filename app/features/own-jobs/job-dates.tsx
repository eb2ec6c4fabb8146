import { site } from '#domain/brand.ts';
import type { JobStatus } from '#domain/job-life.ts';
import type { Posting } from './own-jobs.ts';

/** When it was posted, and until when it stands or why it does not. */
export function JobDates({ posting, status }: { posting: Posting; status: JobStatus }) {
  return (
    <p className="posting-small">
      Posted <time dateTime={posting.created_at}>{dayOf(posting.created_at)}</time>
      {' · '}
      <End posting={posting} status={status} />
    </p>
  );
}

function End({ posting, status }: { posting: Posting; status: JobStatus }) {
  const { closed_at, filled_at } = posting;
  if (status === 'hidden') {
    return (
      <>
        taken off the board; ask{' '}
        <a className="link" href={`mailto:${site.email}`}>
          {site.email}
        </a>{' '}
        why
      </>
    );
  }
  if (status === 'filled' && filled_at) return `filled ${dayOf(filled_at)}`;
  if (status === 'closed' && closed_at) return `closed ${dayOf(closed_at)}`;
  const end = posting.application_deadline ?? posting.ends_at;
  const words = posting.application_deadline ? 'deadline' : status === 'live' ? 'ends' : 'ended';
  return (
    <>
      {words} <time dateTime={end}>{dayOf(end)}</time>
    </>
  );
}

/** "Dec 2, 2026". A deadline is a day and has no time zone; a moment falls on a day of the reader's. */
export function dayOf(at: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(at);
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeZone: isDay ? 'UTC' : undefined,
  }).format(new Date(at));
}
