import { lazy, Suspense, useId } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { Link } from '#app/ui/link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { type JobStatus, statusOf } from '#domain/job-life.ts';
import * as links from '#domain/links.ts';
import { JobActivity } from './job-activity.tsx';
import { JobDates } from './job-dates.tsx';
import type { Posting } from './own-jobs.ts';
import { useJobActions } from './use-job-actions.ts';

const JobDialogs = lazy(() => import('./job-dialogs.tsx'));

type JobEntryProps = {
  posting: Posting;
  isMember: boolean | undefined;
  onChanged(posting: Posting): void;
  onGone(): void;
};

const statuses = {
  live: { label: 'Live', tone: 'good' },
  closed: { label: 'Closed', tone: 'plain' },
  expired: { label: 'Expired', tone: 'warm' },
  filled: { label: 'Filled', tone: 'accent' },
  hidden: { label: 'Hidden by staff', tone: 'danger' },
} as const satisfies Record<JobStatus, unknown>;

/** One posting: what it is, what became of it, and what can be done with it. */
export function JobEntry({ posting, isMember, onChanged, onGone }: JobEntryProps) {
  const headingId = useId();
  const status = statusOf(posting);
  const { label, tone } = statuses[status];
  const actions = useJobActions({ posting, status, isMember, onChanged, onGone });
  return (
    <li className="posting" aria-labelledby={headingId}>
      <div className="posting-words">
        <p className="posting-marks">
          <Badge tone={tone}>{label}</Badge>
          {posting.is_featured && <Badge tone="warm">Featured</Badge>}
        </p>
        <h2 id={headingId}>
          {status === 'hidden' ? (
            <bdi>{posting.title}</bdi>
          ) : (
            <Link href={links.job(posting.id)}>
              <bdi>{posting.title}</bdi>
            </Link>
          )}
        </h2>
        <p className="posting-small">
          <bdi>{posting.company}</bdi> · <bdi>{posting.location}</bdi> · {posting.job_type}
        </p>
        <JobDates posting={posting} status={status} />
      </div>
      <JobActivity title={posting.title} activity={posting.job_activity} />
      <div className="posting-actions">
        <ButtonLink href={links.editJob(posting.id)} variant="secondary" size="small">
          Edit<span className="sr-only"> {posting.title}</span>
        </ButtonLink>
        <DropdownMenu
          label={
            <>
              {actions.isBusy && <Spinner label="Working…" />}
              More<span className="sr-only"> for {posting.title}</span>
            </>
          }
          items={actions.items}
        />
      </div>
      {actions.hasAsked && (
        <Suspense>
          <JobDialogs posting={posting} actions={actions} />
        </Suspense>
      )}
    </li>
  );
}
