import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { focusPlace } from '#app/shell/focus-place.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import * as links from '#domain/links.ts';
import { JobEntry } from './job-entry.tsx';
import { daysShown } from './recent-days.ts';
import { useOwnJobs } from './use-own-jobs.ts';
import './own-jobs.css';

type MyJobsScreenProps = {
  user: User;
  /** Members may feature postings. Undefined while nobody knows. */
  isMember: boolean | undefined;
};

/** Every posting of this person, and what became of it. */
export function MyJobsScreen({ user, isMember }: MyJobsScreenProps) {
  const [gone, setGone] = useState(0);
  const { postings, hasMore, isBusy, failure, readMore, put, take } = useOwnJobs(user.id);

  // Synchronises the focus with an entry that left together with its buttons.
  useEffect(() => {
    if (gone > 0) focusPlace('');
  }, [gone]);

  return (
    <div className="wrap my-postings">
      {postings?.length === 0 && (
        <EmptyState
          title="You have not posted a job yet"
          action={<ButtonLink href={links.postJob}>Post your first job</ButtonLink>}
        >
          Your postings stand here, with how often they were read and how many people went on to
          apply.
        </EmptyState>
      )}
      {postings && postings.length > 0 && (
        <>
          <div className="postings-head">
            <p className="posting-small">
              The columns are the Apply clicks of the last {daysShown} days. A person counts once in
              half an hour, and robots do not count.
              {isMember &&
                ' Your membership lets three live postings stand first on the board: More, then Feature on the board.'}
            </p>
            <ButtonLink href={links.postJob}>Post a Job</ButtonLink>
          </div>
          <ul className="postings" aria-label="Your postings, newest first">
            {postings.map((posting) => (
              <JobEntry
                key={posting.id}
                posting={posting}
                isMember={isMember}
                onChanged={put}
                onGone={() => {
                  take(posting.id);
                  setGone(gone + 1);
                }}
              />
            ))}
          </ul>
        </>
      )}
      {failure && (
        <Notice tone="danger" title="Your postings could not be loaded">
          <p>{failure.message}</p>
          <Button variant="secondary" size="small" className="mt-3" onClick={readMore}>
            Try again
          </Button>
        </Notice>
      )}
      {!postings && !failure && <Skeleton lines={6} label="Loading your postings…" />}
      {hasMore && !failure && (
        <Button variant="secondary" isBusy={isBusy} onClick={readMore}>
          Show more
        </Button>
      )}
    </div>
  );
}
