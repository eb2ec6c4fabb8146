import { openData } from '#app/data/open-data.ts';
import { useNews } from '#app/live/use-news.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { useMore } from '#app/ui/use-more.ts';
import { type ListedJob, readOwnJobs } from './own-jobs.ts';

/** The list, a page at a time, with what is changed in it. */
export function useOwnJobs(userId: string) {
  const read = async (from: number) => readOwnJobs(await openData(), from);
  const list = useLoading(() => read(0), { key: userId, join: joinNewest });
  useNews(userId, 'jobs', () => list.again());
  const more = useMore(list, async ({ jobs }) => {
    const page = await read(jobs.length);
    return (now) => ({ ...page, jobs: merge(now.jobs, page.jobs) });
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

type Page = { jobs: ListedJob[]; hasMore: boolean };

/** The first page as it is now, before what lies below it. */
function joinNewest(now: Page, first: Page): Page {
  if (!first.hasMore) return first;
  const last = first.jobs.at(-1);
  const known = new Set(first.jobs.map(({ id }) => id));
  const below = now.jobs.filter(
    ({ id, created_at }) => !known.has(id) && last && created_at <= last.created_at,
  );
  return { jobs: [...first.jobs, ...below], hasMore: below.length > 0 ? now.hasMore : true };
}

/** Pages overlap when something was posted or deleted in between. */
function merge(before: ListedJob[], next: ListedJob[]): ListedJob[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !known.has(id))];
}
