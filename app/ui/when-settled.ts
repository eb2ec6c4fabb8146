/** As long as a screen's first answers take on a slow line, and a little more. */
const firstAnswersMs = 1_000;

/** For no longer than that it waits for a moment in which nothing else is to be done. */
const longestWaitMs = 2_000;

let settled: Promise<unknown> | undefined;

/**
 * A second after a screen has first asked: for what would only stand in the way of what it shows first. One after the
 * other, and not while somebody types: each takes a slow phone longer than a key may.
 */
export async function whenSettled(): Promise<void> {
  settled ??= new Promise((resolve) => setTimeout(resolve, firstAnswersMs));
  await settled;
  await idle();
}

/** Safari knows of no such moment. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: longestWaitMs });
    else setTimeout(resolve);
  });
}
