/** As long as a screen's first answers take on a slow line, and a little more. */
const firstAnswersMs = 1_000;

let settled: Promise<unknown> | undefined;

/** A second after a screen has first asked: for what would only stand in the way of what it shows first. */
export function whenSettled(): Promise<unknown> {
  settled ??= new Promise((resolve) => setTimeout(resolve, firstAnswersMs));
  return settled;
}
