import { openData } from '#app/data/open-data.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { useMore } from '#app/ui/use-more.ts';
import {
  candidatesPerPage,
  cursorAfter,
  readCandidateSearch,
  toArguments,
} from '#domain/candidate-search.ts';
import type { CandidateRow } from './candidate-row.ts';
import { tellFailure } from './tell-failure.ts';

export type CandidateList = {
  candidates: CandidateRow[];
  count: Count;
  hasMore: boolean;
  /** The first of those that came last, where more were asked for. */
  firstOfMore?: string | undefined;
};

/** Where it is not exact, there are more than that. */
export type Count = { matches: number; isExact: boolean };

type Page = { candidates: CandidateRow[]; hasMore: boolean };

/**
 * The candidates for an address of the search, page by page. Whoever may not search yet is told of none;
 * once they may, they are read again.
 */
export function useCandidates(address: string, isOpen: boolean | undefined) {
  const list = useLoading(
    async (signal): Promise<CandidateList> => {
      const [page, found] = await Promise.all([
        readPage(address, undefined, signal),
        count(address, signal),
      ]);
      return { ...page, count: found };
    },
    {
      key: isOpen === false ? 'closed' : '',
      version: address,
      onFailed: () => isOpen !== false && tellFailure(),
    },
  );
  const more = useMore(
    list,
    async (before) => {
      const page = await readPage(address, before.candidates.at(-1));
      const longer = {
        ...before,
        ...page,
        candidates: [...before.candidates, ...page.candidates],
        firstOfMore: page.candidates[0]?.id,
      };
      // Those of another search stay as they came.
      return (now) => (now === before ? longer : now);
    },
    tellFailure,
  );
  return { list, more };
}

async function readPage(
  address: string,
  last: CandidateRow | undefined,
  signal?: AbortSignal,
): Promise<Page> {
  const search = readCandidateSearch(new URLSearchParams(address));
  const client = await openData();
  const asked = client.rpc('search_candidates', {
    ...toArguments(search),
    sort: search.sort,
    page_size: candidatesPerPage + 1,
    ...(last && { after: cursorAfter(last, search.sort) }),
  });
  const { data, error } = await (signal ? asked.abortSignal(signal) : asked);
  if (error) throw error;
  return { candidates: data.slice(0, candidatesPerPage), hasMore: data.length > candidatesPerPage };
}

async function count(address: string, signal: AbortSignal): Promise<Count> {
  const client = await openData();
  const search = readCandidateSearch(new URLSearchParams(address));
  const { data, error } = await client
    .rpc('count_candidates', toArguments(search))
    .abortSignal(signal)
    .single();
  if (error) throw error;
  return { matches: data.matches ?? 0, isExact: data.is_exact ?? true };
}
