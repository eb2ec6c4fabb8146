import type { User } from '@supabase/supabase-js';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Job } from '#domain/job-rows.ts';
import * as links from '#domain/links.ts';
import { readOwnJob } from './own-jobs.ts';

type OwnJobProps = { id: string; user: User; children(job: Job): ReactNode };

/** Reads a posting of this person before it is shown; others are as good as not there. */
export function OwnJob({ id, user, children }: OwnJobProps) {
  const [job, setJob] = useState<Job | null>();
  const [failure, setFailure] = useState<Failure>();

  const load = useCallback(async () => {
    setFailure(undefined);
    try {
      setJob(await readOwnJob(await openSupabase(), user.id, id));
    } catch (error) {
      setFailure(failureOf(error));
    }
  }, [id, user.id]);

  // Synchronises with the posting that the address names.
  useEffect(() => {
    load();
  }, [load]);

  if (job) return children(job);
  return (
    <div className="wrap posting-form">
      {failure && (
        <Notice tone="danger" title="The posting could not be loaded">
          <p>{failure.message}</p>
          <Button variant="secondary" size="small" className="mt-3" onClick={load}>
            Try again
          </Button>
        </Notice>
      )}
      {job === undefined && !failure && <Skeleton lines={5} label="Loading the posting…" />}
      {job === null && (
        <EmptyState
          title="This posting is not among yours"
          action={<ButtonLink href={links.myJobs}>My postings</ButtonLink>}
        >
          It was deleted, or somebody else posted it.
        </EmptyState>
      )}
    </div>
  );
}
