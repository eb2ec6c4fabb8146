import { openData } from '#app/data/open-data.ts';
import { useNews } from '#app/live/use-news.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { hasStill, useMore } from '#app/ui/use-more.ts';
import { type ListedJob, type OwnJobsPage, readOwnJobs } from './own-jobs.ts';

/** The list, a page at a time, including changes made in it. */
export function useOwnJobs(userId: string) {
  const read = async (last?: ListedJob) => readOwnJobs(await openData(), last);
  const list = useLoading(() => read(), { key: userId, join: joinNewest });
  useNews(userId, 'jobs', () => list.again());
  const more = useMore(list, async ({ jobs }) => {
    const last = jobs.at(-1);
    const page = await read(last);
    return (now) => addPage(now, last, page);
  });
  const { state, again, change } = list;
  const changeAll = (update: (jobs: ListedJob[]) => ListedJob[]) =>
    change((now) => now && { ...now, jobs: update(now.jobs) });

  return {
    ...state.data,
    failure: state.failure,
    again,
    more,
    put: (changed: ListedJob) =>
      changeAll((all) => all.map((each) => (each.id === changed.id ? changed : each))),
    take: (id: string) => changeAll((all) => all.filter((each) => each.id !== id)),
  };
}

/**
 * The updated first page, followed by what was already loaded. If the two do not overlap, there may be a gap, so only
 * the first page is kept.
 */
export function joinNewest(now: OwnJobsPage, first: OwnJobsPage): OwnJobsPage {
  const known = new Set(first.jobs.map(({ id }) => id));
  if (!first.hasMore || !now.jobs.some(({ id }) => known.has(id))) return first;
  const last = first.jobs.at(-1);
  const below = now.jobs.filter(
    ({ id, created_at: at }) =>
      last && (at < last.created_at || (at === last.created_at && id > last.id)),
  );
  return { jobs: [...first.jobs, ...below], hasMore: below.length > 0 ? now.hasMore : true };
}

/** The page after a job, put behind the list; the first page may have been reloaded in the meantime. */
export function addPage(
  now: OwnJobsPage,
  last: ListedJob | undefined,
  page: OwnJobsPage,
): OwnJobsPage {
  if (!hasStill(now.jobs, last)) return now;
  const known = new Set(now.jobs.map(({ id }) => id));
  return { ...page, jobs: [...now.jobs, ...page.jobs.filter(({ id }) => !known.has(id))] };
}
