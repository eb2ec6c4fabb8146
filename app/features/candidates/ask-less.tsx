import { useLoading } from '#app/ui/use-loading.ts';
import { askLess, type Lesser } from '#domain/candidates/ask-less.ts';
import { type CandidateSearch, readCandidateSearch } from '#domain/candidates/candidate-search.ts';
import { type Count, countCandidates, sayCount } from './use-candidates.ts';

type AskLessProps = { address: string; onSearch(search: CandidateSearch): void };
type Less = Lesser & { count: Count };

/** Shown if a search finds nobody: broader searches, with how many candidates each finds. */
export function AskLess({ address, onSearch }: AskLessProps) {
  const { state } = useLoading((signal) => findLess(address, signal), { key: address });
  if (!state.data?.length) return null;
  return (
    <div>
      <p id="less">These searches find candidates:</p>
      <ul aria-labelledby="less" className="grid gap-2 my-2">
        {state.data.map(({ words, search, count }) => (
          <li key={words}>
            <button type="button" className="link" onClick={() => onSearch(search)}>
              {words}
            </button>{' '}
            <span className="ms-1 text-sm">{sayCount(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const mostShown = 4;
const mostAsked = 16;
/** At a time: no more load on the database than the search itself, yet not one by one on a slow connection. */
const askedAtOnce = 2;
/** Skips searches while somebody is still typing. */
const pauseMs = 400;

async function findLess(address: string, signal: AbortSignal): Promise<Less[]> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  signal.throwIfAborted();
  for (const lesser of askLess(readCandidateSearch(new URLSearchParams(address)))) {
    const found: Less[] = [];
    const asked = lesser.slice(0, mostAsked);
    while (asked.length > 0 && found.length < mostShown) {
      const answers = await Promise.all(
        asked.splice(0, askedAtOnce).map(async (less) => ({
          ...less,
          count: await countCandidates(less.search, signal),
        })),
      );
      found.push(...answers.filter(({ count }) => count.matches > 0));
    }
    if (found.length > 0) return found.slice(0, mostShown);
  }
  return [];
}
