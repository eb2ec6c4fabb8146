import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { focusPlace } from '#app/shell/focus-place.ts';
import { Rows } from '#app/ui/below.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import * as links from '#domain/site/links.ts';
import { JobEntry } from './job-entry.tsx';
import { daysShown } from './recent-days.ts';
import { useOwnJobs } from './use-own-jobs.ts';
import './own-jobs.css';

type MyJobsScreenProps = {
  user: User;
  /** Members may feature jobs. Undefined until known. */
  isMember: boolean | undefined;
};

/** Every job of the companies that this person works for, and its state. */
export function MyJobsScreen({ user, isMember }: MyJobsScreenProps) {
  const [gone, setGone] = useState(0);
  const { jobs, hasMore, failure, again, more, put, take } = useOwnJobs(user.id);

  // Synchronises focus with an entry that disappeared together with its buttons.
  useEffect(() => {
    if (gone > 0) focusPlace('');
  }, [gone]);

  return (
    <div className="wrap my-jobs">
      {jobs?.length === 0 && (
        <EmptyState
          title="You have not posted a job yet"
          action={<ButtonLink href={links.postJob}>Post your first job</ButtonLink>}
        >
          Your jobs will appear here, with how often they were read and how many people went on to
          apply.
        </EmptyState>
      )}
      {jobs && jobs.length > 0 && (
        <>
          <div className="own-jobs-head">
            <p className="own-job-small">
              The columns are the Apply clicks of the last {daysShown} days. A person counts once in
              half an hour, and robots do not count.
              {isMember &&
                ' Your membership puts up to three live jobs that you posted first on the board: press More, then Feature on the board.'}
            </p>
            <div className="actions">
              <ButtonLink href={links.postJob}>Post a Job</ButtonLink>
              <ButtonLink href={links.allApplications} variant="secondary">
                Applications
              </ButtonLink>
              <ButtonLink href={links.myCompany} variant="secondary">
                My company
              </ButtonLink>
            </div>
          </div>
          <ul className="own-jobs" aria-label="Your jobs, newest first">
            <Rows of={jobs}>
              {(job) => (
                <JobEntry
                  key={job.id}
                  job={job}
                  isMember={isMember}
                  onChanged={put}
                  onGone={() => {
                    take(job.id);
                    setGone(gone + 1);
                  }}
                />
              )}
            </Rows>
          </ul>
        </>
      )}
      {failure && (
        <LoadFailure title="Your jobs could not be loaded" failure={failure} again={again} />
      )}
      {!jobs && !failure && <Skeleton lines={6} label="Loading your jobs…" />}
      {jobs && <ShowMore hasMore={hasMore} more={more} />}
    </div>
  );
}
