import { openSupabase } from '#app/data/supabase.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { useMore } from '#app/ui/use-more.ts';
import { type Posting, readOwnJobs } from './own-jobs.ts';

/** The list, a page at a time, with what is changed in it. */
export function useOwnJobs(userId: string) {
  const read = async (from: number) => readOwnJobs(await openSupabase(), userId, from);
  const list = useLoading(() => read(0), { key: userId });
  const more = useMore(list, async ({ postings }) => {
    const page = await read(postings.length);
    return (now) => ({ ...page, postings: merge(now.postings, page.postings) });
  });
  const { state, again, change } = list;
  const changeAll = (update: (postings: Posting[]) => Posting[]) =>
    change((now) => now && { ...now, postings: update(now.postings) });

  return {
    ...state.data,
    failure: state.failure ?? more.failure,
    isBusy: more.isBusy,
    readMore: state.data ? more.more : again,
    put: (changed: Posting) =>
      changeAll((all) => all.map((each) => (each.id === changed.id ? changed : each))),
    take: (id: string) => changeAll((all) => all.filter((each) => each.id !== id)),
  };
}

/** Pages overlap when something was posted or deleted in between. */
function merge(before: ListedJob[], next: ListedJob[]): ListedJob[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !known.has(id))];
}
