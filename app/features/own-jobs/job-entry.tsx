import { useId } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { late } from '#app/ui/late.tsx';
import { Link } from '#app/ui/link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { type JobStatus, statusOf } from '#domain/jobs/job-life.ts';
import * as links from '#domain/site/links.ts';
import { JobActivity } from './job-activity.tsx';
import { JobDates } from './job-dates.tsx';
import type { ListedJob } from './own-jobs.ts';
import { SearchEngineNote } from './search-engine-note.tsx';
import { useJobActions } from './use-job-actions.ts';

const JobDialogs = late(async () => (await import('./job-dialogs.tsx')).default);

type JobEntryProps = {
  job: ListedJob;
  isMember: boolean | undefined;
  onChanged(job: ListedJob): void;
  onGone(): void;
};

const statuses = {
  live: { label: 'Live', tone: 'good' },
  closed: { label: 'Closed', tone: 'plain' },
  expired: { label: 'Expired', tone: 'warm' },
  filled: { label: 'Filled', tone: 'accent' },
  hidden: { label: 'Hidden by staff', tone: 'danger' },
} as const satisfies Record<JobStatus, unknown>;

const waiting = { label: 'Waiting for review', tone: 'warm' } as const;

/** One job: what it is, its state, and what can be done with it. */
export function JobEntry({ job, isMember, onChanged, onGone }: JobEntryProps) {
  const headingId = useId();
  const status = statusOf(job);
  const { label, tone } = job.waits_for_review ? waiting : statuses[status];
  const actions = useJobActions({ job, status, isMember, onChanged, onGone });
  return (
    <li className="own-job" aria-labelledby={headingId}>
      <div className="own-job-words">
        <p className="own-job-marks">
          <Badge tone={tone}>{label}</Badge>
          {/* A job expires by the clock, without its row changing. */}
          {job.is_featured && status === 'live' && <Badge tone="warm">Featured</Badge>}
        </p>
        <h2 id={headingId}>
          {status === 'hidden' ? (
            <bdi>{job.title}</bdi>
          ) : (
            <Link href={links.job(job.id)}>
              <bdi>{job.title}</bdi>
            </Link>
          )}
        </h2>
        <p className="own-job-small">
          <bdi>{job.company}</bdi>
          {'\u00a0· '}
          <bdi>{job.location}</bdi>
          {/* Remote is both a job type and a place: say it once. */}
          {job.job_type !== job.location && (
            <>
              {'\u00a0· '}
              <span className="whitespace-nowrap">{job.job_type}</span>
            </>
          )}
          {job.posted_by_name && (
            <>
              {'\u00a0· '}
              posted by <bdi>{job.posted_by_name}</bdi>
            </>
          )}
        </p>
        <JobDates job={job} status={status} />
        <SearchEngineNote job={job} status={status} />
      </div>
      <JobActivity title={job.title} activity={job.job_activity} />
      <div className="own-job-actions">
        {job.applies_here && (
          <ButtonLink
            href={links.applicationsOf(job.id)}
            variant="secondary"
            size="small"
            aria-label={`Applications to ${job.title}`}
          >
            Applications
          </ButtonLink>
        )}
        {job.may_change && (
          <>
            <ButtonLink
              href={links.editJob(job.id)}
              variant="secondary"
              size="small"
              aria-label={`Edit ${job.title}`}
            >
              Edit
            </ButtonLink>
            <DropdownMenu
              label={
                <>
                  {actions.isBusy && <Spinner label="Working…" />}
                  More<span className="sr-only"> for {job.title}</span>
                </>
              }
              items={actions.items}
            />
          </>
        )}
      </div>
      {actions.hasAsked && <JobDialogs job={job} actions={actions} onLost={actions.forgetAsking} />}
    </li>
  );
}
