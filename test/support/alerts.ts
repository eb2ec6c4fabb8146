import type { Database } from '#database/database.ts';
import type { Actors } from './actors.ts';
import { jobRow, storeJobs } from './jobs.ts';

type Post = { deliver(): Promise<void> };

/** Alerts of visitors and of members, matching postings, and the hour at which mails are sent. */
export function createAlerts(actors: Actors, database: Database, post: Post) {
  const write = <Row = unknown>(text: string, values: unknown[] = []) =>
    database.asService.query<Row>({ text, values });
  let poster: Promise<{ id: string }> | undefined;

  /** Postings of somebody without a posting limit; returns their ids. */
  async function jobs(...changes: Record<string, unknown>[]) {
    poster ??= actors.signedIn();
    const { id } = await poster;
    return storeJobs(
      database,
      changes.map((change) => jobRow(id, change)),
    );
  }

  /** As if the hour of every alert had come; everything due is matched and sent. */
  async function itIsTime(seconds = 60) {
    await write(
      `update public.alerts set next_at = now() - make_interval(secs => $1) where next_at is not null`,
      [seconds],
    );
    await write(`select queue.add('alert-digests', '{}')`);
    await post.deliver();
    await post.deliver();
  }

  async function addressOf(id: string) {
    const { rows } = await write<{ email: string }>('select email from auth.users where id = $1', [
      id,
    ]);
    return rows[0]?.email ?? '';
  }

  return { write, jobs, itIsTime, addressOf };
}

export const tokenIn = (text: string | undefined, page: 'confirm' | 'stop') =>
  text?.match(new RegExp(`/alerts/${page}\\?token=([\\w-]{43})`))?.[1] ?? '';
