import { setTimeout as delay } from 'node:timers/promises';
import { drawPicture } from './draw-picture.tsx';
import type { Headline } from './shared-pages.ts';

type Picture = Awaited<ReturnType<typeof drawPicture>>;

/** A few dozen are being shared at a time; a picture is about 50 KB. */
const mostKept = 100;
/** Rendering takes a fifth of a second of CPU: one at a time, with a short queue. */
const mostWaiting = 10;
/**
 * After each picture comes a pause this many times as long. Otherwise somebody who requests the pictures of thousands of
 * postings, one after the other, would keep this thread busy for as long as they like.
 */
const pauses = 3;
/** In milliseconds: on a machine that stalls, nobody waits for a multiple of the stall. */
const longestPause = 2_000;

const kept = new Map<string, Picture>();
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * The picture of something that has a page; the key changes whenever the picture does. `busy` if too many others are
 * being rendered.
 */
export async function drawOnce(key: string, headline: Headline): Promise<Picture | 'busy'> {
  const known = kept.get(key);
  if (known) {
    // Moves it to the end of the eviction order.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  if (waiting >= mostWaiting) return 'busy';
  const picture = await inTurn(async () => kept.get(key) ?? (await drawPicture(headline)));
  kept.set(key, picture);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return picture;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  waiting += 1;
  const turn = last.then(() => timed(work));
  last = turn.then(
    ({ took }) => delay(Math.min(pauses * took, longestPause), undefined, { ref: false }),
    () => {},
  );
  try {
    return (await turn).done;
  } finally {
    waiting -= 1;
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ done: T; took: number }> {
  const begun = performance.now();
  const done = await work();
  return { done, took: performance.now() - begun };
}

/** The fonts for pictures have only Latin letters: others would be boxes. */
export const isDrawable = (text: string) =>
  /^[\u0020-\u00ff\u2013\u2014\u2018-\u201d\u2026]+$/.test(text);
