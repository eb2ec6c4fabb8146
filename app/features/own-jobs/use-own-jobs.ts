import { useCallback, useEffect, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { type ListedJob, readOwnJobs } from './own-jobs.ts';

/** The list, a page at a time, with what is changed in it. */
export function useOwnJobs(userId: string) {
  const [jobs, setJobs] = useState<ListedJob[]>();
  const [hasMore, setHasMore] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const read = useCallback(
    async (from: number) => {
      setBusy(true);
      setFailure(undefined);
      try {
        const page = await readOwnJobs(await openSupabase(), userId, from);
        setJobs((before = []) => merge(before, page.jobs));
        setHasMore(page.hasMore);
      } catch (error) {
        setFailure(failureOf(error));
      }
      setBusy(false);
    },
    [userId],
  );

  // Synchronises with the service when the screen opens.
  useEffect(() => {
    read(0);
  }, [read]);

  return {
    jobs,
    hasMore,
    isBusy,
    failure,
    readMore: () => read(jobs?.length ?? 0),
    put: (changed: ListedJob) =>
      setJobs((before) => before?.map((each) => (each.id === changed.id ? changed : each))),
    take: (id: string) => setJobs((before) => before?.filter((each) => each.id !== id)),
  };
}

/** Pages overlap when something was posted or deleted in between. */
function merge(before: ListedJob[], next: ListedJob[]): ListedJob[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !known.has(id))];
}
