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

  // Synchronises the form with an address that changed by itself.
  useEffect(() => {
    if (pause.current === undefined) setShown(readTalentSearch(new URLSearchParams(address)));
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
