import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePauseInTyping } from '#app/ui/use-pause.ts';
import {
  type CandidateSearch,
  readCandidateSearch,
  writeCandidateSearch,
} from '#domain/candidates/candidate-search.ts';

const typingPause = 250;

export function useAddressedSearch() {
  const [params, setParams] = useSearchParams();
  return {
    address: writeCandidateSearch(readCandidateSearch(params)).toString(),
    search(next: CandidateSearch, { isTyping = false } = {}) {
      setParams(writeCandidateSearch(next), { replace: isTyping, preventScrollReset: true });
    },
  };
}

/**
 * The search shown in the form, kept apart so that typing does not render the list. The address follows after a short
 * pause, and the form follows the back button.
 */
export function useCandidateSearch() {
  const [params] = useSearchParams();
  const { address, search } = useAddressedSearch();
  const [shown, setShown] = useState(() => readCandidateSearch(params));
  const waiting = useRef<() => void>(undefined);
  const pause = usePauseInTyping(() => {
    const go = waiting.current;
    waiting.current = undefined;
    go?.();
  });

  // Synchronises the form with an address that changed from outside. If the address asks for what is shown, the text
  // stays as typed: a trailing space is the start of the next word.
  useEffect(() => {
    if (waiting.current) return;
    setShown((before) =>
      addressOf(before) === address ? before : readCandidateSearch(new URLSearchParams(address)),
    );
  }, [address]);

  function change(next: CandidateSearch, how: { isTyping?: boolean } = {}) {
    setShown(next);
    waiting.current = () => search(next, how);
    pause.later(how.isTyping ? typingPause : 0);
  }

  return { shown, change };
}

function addressOf(search: CandidateSearch): string {
  return writeCandidateSearch(readCandidateSearch(writeCandidateSearch(search))).toString();
}
