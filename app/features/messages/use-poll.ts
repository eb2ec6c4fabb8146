import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

const shortest = 4_000;
const longest = 20_000;
/** For two minutes at the shortest wait; then ever more slowly. */
const patience = 30;

/** How long to wait after so many times without news. */
export function waitAfter(quiet: number): number {
  return Math.min(longest, shortest * Math.max(1, quiet / patience));
}

/** Where news comes by itself, this is for what might have been missed all the same. */
const whenTold = 60_000;

/**
 * Asks again and again while somebody can see the page: `ask` says whether there was news. A look at
 * the page, a key or a press makes it quick again; while `isTold` it is slow. The answer asks at once.
 */
export function usePoll(ask: () => Promise<boolean>, isTold: () => boolean): () => void {
  const askNow = useEffectEvent(ask);
  const isToldNow = useEffectEvent(isTold);
  const runNow = useRef(() => {});

  // Synchronises with what others do meanwhile.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let quiet = 0;
    let isAsking = false;
    let isOver = false;
    // Asked for while an answer was on its way, which may not know of it.
    let isWanted = false;

    function plan() {
      clearTimeout(timer);
      const wait = isToldNow() ? whenTold : waitAfter(quiet);
      if (!isOver && !document.hidden) timer = setTimeout(run, wait);
    }
    async function run() {
      if (isAsking) {
        isWanted = true;
        return;
      }
      isAsking = true;
      const hasNews = await askNow().catch(() => false);
      isAsking = false;
      quiet = hasNews ? 0 : quiet + 1;
      plan();
      if (isWanted && !isOver) {
        isWanted = false;
        run();
      }
    }
    runNow.current = run;
    function look() {
      clearTimeout(timer);
      quiet = 0;
      if (!document.hidden) run();
    }
    function hurry() {
      if (isToldNow() || waitAfter(quiet) === shortest) return;
      quiet = 0;
      plan();
    }

    plan();
    document.addEventListener('visibilitychange', look);
    document.addEventListener('keydown', hurry);
    document.addEventListener('pointerdown', hurry);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      document.removeEventListener('keydown', hurry);
      document.removeEventListener('pointerdown', hurry);
    };
  }, []);

  return useCallback(() => runNow.current(), []);
}
