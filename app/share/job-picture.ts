import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { readJobPage } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import { drawOnce, isDrawable } from './drawn-picture.ts';
import { type Headline, sharedPages } from './shared-pages.ts';

export async function drawJobPicture(client: DataClient, id: string) {
  const { data, error, status } = await client.rpc('job_page', { job_id: id });
  if (error) fail({ error, status });
  const page = readJobPage(data);
  if (page.status === 'missing' || page.status === 'removed') return 'missing';
  return drawOnce(`job ${id} ${page.job.updated_at}`, headlineOf(page.job));
}

/** If the words cannot be rendered, the board's headline is used. */
export function headlineOf({ title, company }: { title: string; company: string }): Headline {
  const board = sharedPages[links.jobs];
  if (!isDrawable(title)) return board;
  return { eyebrow: isDrawable(company) ? company : board.eyebrow, title };
}
