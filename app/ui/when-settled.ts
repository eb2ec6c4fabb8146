/** As long as a screen's first answers take on a slow line, and a little more. */
const firstAnswersMs = 1_000;

let settled: Promise<unknown> | undefined;

/**
 * A second after a screen has first asked, when nothing is under way: for what would only stand in the way of what it
 * shows first. Safari knows of no idle moment.
 */
export function whenSettled(): Promise<unknown> {
  settled ??= new Promise((resolve) => setTimeout(resolve, firstAnswersMs)).then(idleMoment);
  return settled;
}

function idleMoment() {
  if (!('requestIdleCallback' in window)) return;
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3_000 }));
}
