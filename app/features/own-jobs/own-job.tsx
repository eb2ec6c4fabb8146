import type { ReactNode } from 'react';
import { openData } from '#app/data/open-data.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { Job } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import { readOwnJob } from './own-jobs.ts';

type OwnJobProps = { id: string; children(job: Job): ReactNode };

/** Loads a job of this person before showing it; other people's count as missing. */
export function OwnJob({ id, children }: OwnJobProps) {
  const { state, again } = useLoading(async () => readOwnJob(await openData(), id), {
    key: id,
  });
  const { data: job, failure } = state;

  if (job) return children(job);
  return (
    <div className="wrap own-job-form">
      {failure && (
        <LoadFailure title="The job could not be loaded" failure={failure} again={again} />
      )}
      {state.kind === 'waiting' && <Skeleton lines={5} label="Loading the job…" />}
      {job === null && (
        <EmptyState
          title="This job is not one of yours"
          action={<ButtonLink href={links.myJobs}>My jobs</ButtonLink>}
        >
          It was deleted, or it belongs to a company whose jobs you do not look after.
        </EmptyState>
      )}
    </div>
  );
}
