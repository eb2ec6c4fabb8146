/** Roughly how long a screen's first answers take on a slow connection. */
const firstAnswersMs = 1_000;

/** How long to wait at most for an idle moment. */
const longestWaitMs = 2_000;

let settled: Promise<unknown> | undefined;

/**
 * Resolves a second after a screen's first request: for work that would delay what the screen shows first. One task at
 * a time, and not while somebody types: each takes a slow phone longer than a keystroke may.
 */
export async function whenSettled(): Promise<void> {
  settled ??= new Promise((resolve) => setTimeout(resolve, firstAnswersMs));
  await settled;
  await idle();
}

/** Safari has no requestIdleCallback. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: longestWaitMs });
    else setTimeout(resolve);
  });
}
