import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { readJobPage } from '#domain/job-rows.ts';
import * as links from '#domain/links.ts';
import { drawPicture } from './draw-picture.tsx';
import { type Headline, sharedPages } from './shared-pages.ts';

type Picture = Awaited<ReturnType<typeof drawPicture>>;

/** A few dozen that are shared now; a picture weighs some 50 KB. */
const mostKept = 100;
/** Drawing takes the processor for a fifth of a second: one at a time, and few wait. */
const mostWaiting = 10;

const kept = new Map<string, Picture>();
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** The picture of a posting; `busy` when too many others are being drawn. */
export async function drawJobPicture(
  client: DataClient,
  id: string,
): Promise<Picture | 'missing' | 'busy'> {
  const { data, error, status } = await client.rpc('job_page', { job_id: id });
  if (error) fail({ error, status });
  const page = readJobPage(data);
  if (page.status === 'missing' || page.status === 'removed') return 'missing';
  const key = `${id} ${page.job.updated_at}`;
  const known = kept.get(key);
  if (known) {
    // Last in the order is last to go.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  if (waiting >= mostWaiting) return 'busy';
  const picture = await inTurn(() => drawPicture(headlineOf(page.job)));
  kept.set(key, picture);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return picture;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  waiting += 1;
  const turn = last.then(work, work);
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting -= 1;
  }
}

/** The fonts of pictures have Latin letters. Words in others would be boxes, so the board's stand in. */
export function headlineOf({ title, company }: { title: string; company: string }): Headline {
  const isDrawable = (text: string) =>
    /^[\u0020-\u00ff\u2013\u2014\u2018-\u201d\u2026]+$/.test(text);
  const board = sharedPages[links.jobs];
  if (!isDrawable(title)) return board;
  return { eyebrow: isDrawable(company) ? company : board.eyebrow, title };
}
