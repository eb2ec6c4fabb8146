import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  readTalentSearch,
  type TalentSearch,
  writeTalentSearch,
} from '#domain/candidate-search.ts';

const typingPause = 250;

/**
 * The search that the address holds, and the one that the form shows: the address follows what is
 * typed after a short pause, and the form follows the back button.
 */
export function useTalentSearch() {
  const [params, setParams] = useSearchParams();
  const address = writeTalentSearch(readTalentSearch(params)).toString();
  const [shown, setShown] = useState(() => readTalentSearch(params));
  const pause = useRef<number>(undefined);

  // Synchronises the form with an address that changed by itself. One that asks for what is shown
  // leaves it as it was typed: a space at the end is the beginning of the next word.
  useEffect(() => {
    if (pause.current !== undefined) return;
    setShown((before) =>
      addressOf(before) === address ? before : readTalentSearch(new URLSearchParams(address)),
    );
  }, [address]);
  useEffect(() => () => clearTimeout(pause.current), []);

  function change(next: TalentSearch, { isTyping = false } = {}) {
    setShown(next);
    clearTimeout(pause.current);
    pause.current = window.setTimeout(
      () => {
        pause.current = undefined;
        setParams(writeTalentSearch(next), { replace: isTyping, preventScrollReset: true });
      },
      isTyping ? typingPause : 0,
    );
  }

  return { shown, change, address };
}

function addressOf(search: TalentSearch): string {
  return writeTalentSearch(readTalentSearch(writeTalentSearch(search))).toString();
}
