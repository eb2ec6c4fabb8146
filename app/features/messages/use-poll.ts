import { useEffect, useEffectEvent } from 'react';

const shortest = 4_000;
const longest = 20_000;
/** For two minutes at the shortest wait; then ever more slowly. */
const patience = 30;

/** How long to wait after so many times without news. */
export function waitAfter(quiet: number): number {
  return Math.min(longest, shortest * Math.max(1, quiet / patience));
}

/**
 * Asks again and again while somebody can see the page: `ask` says whether there was news. A look at
 * the page, a key or a press makes it quick again.
 */
export function usePoll(ask: () => Promise<boolean>) {
  const askNow = useEffectEvent(ask);

  // Synchronises with what others do meanwhile.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let quiet = 0;
    let isAsking = false;
    let isOver = false;

    function plan() {
      clearTimeout(timer);
      if (!isOver && !document.hidden) timer = setTimeout(run, waitAfter(quiet));
    }
    async function run() {
      if (isAsking) return;
      isAsking = true;
      const hasNews = await askNow().catch(() => false);
      isAsking = false;
      quiet = hasNews ? 0 : quiet + 1;
      plan();
    }
    function look() {
      clearTimeout(timer);
      quiet = 0;
      if (!document.hidden) run();
    }
    function hurry() {
      if (waitAfter(quiet) === shortest) return;
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
}
