import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type CandidateSearch,
  readCandidateSearch,
  writeCandidateSearch,
} from '#domain/candidate-search.ts';

const typingPause = 250;

/**
 * The search that the address holds, and the one that the form shows: the address follows what is
 * typed after a short pause, and the form follows the back button.
 */
export function useCandidateSearch() {
  const [params, setParams] = useSearchParams();
  const address = writeCandidateSearch(readCandidateSearch(params)).toString();
  const [shown, setShown] = useState(() => readCandidateSearch(params));
  const pause = useRef<number>(undefined);

  // Synchronises the form with an address that changed by itself. One that asks for what is shown
  // leaves it as it was typed: a space at the end is the beginning of the next word.
  useEffect(() => {
    if (pause.current !== undefined) return;
    setShown((before) =>
      addressOf(before) === address ? before : readCandidateSearch(new URLSearchParams(address)),
    );
  }, [address]);
  useEffect(() => () => clearTimeout(pause.current), []);

  function change(next: CandidateSearch, { isTyping = false } = {}) {
    setShown(next);
    clearTimeout(pause.current);
    pause.current = window.setTimeout(
      () => {
        pause.current = undefined;
        setParams(writeCandidateSearch(next), { replace: isTyping, preventScrollReset: true });
      },
      isTyping ? typingPause : 0,
    );
  }

  return { shown, change, address };
}

function addressOf(search: CandidateSearch): string {
  return writeCandidateSearch(readCandidateSearch(writeCandidateSearch(search))).toString();
}
