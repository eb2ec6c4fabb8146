import { type BrowserData, openData } from '#app/data/open-data.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { useMore } from '#app/ui/use-more.ts';
import {
  type CandidateSearch,
  candidatesPerPage,
  cursorAfter,
  readCandidateSearch,
  toArguments,
  writeCandidateSearch,
} from '#domain/candidates/candidate-search.ts';
import type { CandidateRow } from './candidate-row.ts';
import { tellFailure } from './tell-failure.ts';

export type CandidateList = {
  candidates: CandidateRow[];
  count: Count;
  hasMore: boolean;
  /** The first candidate of the page loaded last, if more were requested. */
  firstOfMore?: string | undefined;
};

/** If not exact, there are more than that. */
export type Count = { matches: number; isExact: boolean };

type Page = { candidates: CandidateRow[]; hasMore: boolean };

/**
 * The candidates for an address of the search, page by page. Empty for somebody who may not search yet; once they may,
 * the list is read again.
 */
export function useCandidates(address: string, isOpen: boolean | undefined) {
  const list = useLoading((signal) => readCandidates(address, { signal }), {
    key: isOpen === false ? 'closed' : '',
    version: address,
    onFailed: () => isOpen !== false && tellFailure(),
  });
  const more = useMore(
    list,
    async (before) => {
      const page = await readPage(address, { last: before.candidates.at(-1) });
      const longer = {
        ...before,
        ...page,
        candidates: [...before.candidates, ...page.candidates],
        firstOfMore: page.candidates[0]?.id,
      };
      // If another search has loaded meanwhile, leave its results alone.
      return (now) => (now === before ? longer : now);
    },
    tellFailure,
  );
  return { list, more };
}

/** The first request of the search. */
export function askCandidates(client: BrowserData) {
  const search = readCandidateSearch(new URLSearchParams(location.search));
  return readCandidates(writeCandidateSearch(search).toString(), { client });
}

type How = { signal?: AbortSignal; client?: BrowserData };

/** The first page, and how many there are. */
async function readCandidates(address: string, how: How): Promise<CandidateList> {
  const search = readCandidateSearch(new URLSearchParams(address));
  const [page, count] = await Promise.all([
    readPage(address, how),
    countCandidates(search, how.signal, how.client),
  ]);
  return { ...page, count };
}

async function readPage(
  address: string,
  { last, signal, client: known }: How & { last?: CandidateRow | undefined },
): Promise<Page> {
  const search = readCandidateSearch(new URLSearchParams(address));
  const client = known ?? (await openData());
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

export async function countCandidates(
  search: CandidateSearch,
  signal?: AbortSignal,
  known?: BrowserData,
): Promise<Count> {
  const client = known ?? (await openData());
  const asked = client.rpc('count_candidates', toArguments(search));
  const { data, error } = await (signal ? asked.abortSignal(signal) : asked).single();
  if (error) throw error;
  return { matches: data.matches ?? 0, isExact: data.is_exact ?? true };
}

export function sayCount({ matches, isExact }: Count): string {
  return isExact && matches === 1 ? '1 candidate' : `${matches}${isExact ? '' : '+'} candidates`;
}
