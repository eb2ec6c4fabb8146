import { useEffect, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import {
  candidatesPerPage,
  cursorAfter,
  readCandidateSearch,
  toArguments,
} from '#domain/candidate-search.ts';
import type { CandidateRow } from './candidate-row.ts';
import { tellFailure } from './tell-failure.ts';

export type CandidateList =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | {
      kind: 'found';
      candidates: CandidateRow[];
      count: number;
      hasMore: boolean;
      /** Answers the address before; the next answer is on its way. */
      isStale: boolean;
      /** The first of those that came last, where more were asked for. */
      firstOfMore?: string | undefined;
    };

type Page = { candidates: CandidateRow[]; hasMore: boolean };

/** The candidates for an address of the search, page by page. */
export function useCandidates(address: string) {
  const [list, setList] = useState<CandidateList>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const [isMoreBusy, setMoreBusy] = useState(false);

  // Synchronises the list with the address; an answer that comes too late is dropped.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    const late = new AbortController();
    setList((before) =>
      before.kind === 'found' ? { ...before, isStale: true } : { kind: 'loading' },
    );
    Promise.all([readPage(address, undefined, late.signal), count(address, late.signal)])
      .then(([page, count]) => {
        if (!late.signal.aborted) setList({ kind: 'found', ...page, count, isStale: false });
      })
      .catch(() => {
        if (late.signal.aborted) return;
        setList({ kind: 'failed' });
        tellFailure();
      });
    return () => late.abort();
  }, [address, attempt]);

  async function showMore() {
    if (list.kind !== 'found') return;
    setMoreBusy(true);
    try {
      const page = await readPage(address, list.candidates.at(-1));
      setList((before) =>
        before === list
          ? {
              ...list,
              ...page,
              candidates: [...list.candidates, ...page.candidates],
              firstOfMore: page.candidates[0]?.id,
            }
          : before,
      );
    } catch {
      tellFailure();
    }
    setMoreBusy(false);
  }

  return { list, showMore, isMoreBusy, tryAgain: () => setAttempt((before) => before + 1) };
}

async function readPage(
  address: string,
  last: CandidateRow | undefined,
  signal?: AbortSignal,
): Promise<Page> {
  const search = readCandidateSearch(new URLSearchParams(address));
  const client = await openSupabase();
  const asked = client.rpc('search_candidates', {
    ...toArguments(search),
    sort: search.sort,
    page_size: candidatesPerPage + 1,
    ...(last && { after: cursorAfter(last) }),
  });
  const { data, error } = await (signal ? asked.abortSignal(signal) : asked);
  if (error) throw error;
  return { candidates: data.slice(0, candidatesPerPage), hasMore: data.length > candidatesPerPage };
}

async function count(address: string, signal: AbortSignal): Promise<number> {
  const client = await openSupabase();
  const search = readCandidateSearch(new URLSearchParams(address));
  const { data, error } = await client
    .rpc('count_candidates', toArguments(search))
    .abortSignal(signal);
  if (error) throw error;
  return data;
}
