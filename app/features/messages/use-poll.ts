import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

const shortest = 4_000;
const longest = 20_000;
/** How many polls use the shortest interval, two minutes' worth; after that they slow down. */
const patience = 30;

/** How long to wait after this many polls without news. */
export function waitAfter(quiet: number): number {
  return Math.min(longest, shortest * Math.max(1, quiet / patience));
}

/** While news is pushed, polling only catches what may have been missed. */
const whenTold = 60_000;

/**
 * Polls as long as the page is visible: `ask` resolves to whether there was news. Returning to the page, a key or a
 * press speeds it up again; while `isTold` it is slow. The returned function polls at once.
 */
export function usePoll(ask: () => Promise<boolean>, isTold: () => boolean): () => void {
  const askNow = useEffectEvent(ask);
  const isToldNow = useEffectEvent(isTold);
  const runNow = useRef(() => {});

  // Synchronises with what others do in the meantime.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let quiet = 0;
    let isAsking = false;
    let isOver = false;
    // Requested while an answer was on its way, which may be out of date.
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
    function speedUp() {
      if (isToldNow() || waitAfter(quiet) === shortest) return;
      quiet = 0;
      plan();
    }

    plan();
    document.addEventListener('visibilitychange', look);
    document.addEventListener('keydown', speedUp);
    document.addEventListener('pointerdown', speedUp);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      document.removeEventListener('keydown', speedUp);
      document.removeEventListener('pointerdown', speedUp);
    };
  }, []);

  return useCallback(() => runNow.current(), []);
}
