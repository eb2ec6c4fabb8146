import type pg from 'pg';
import { openClient } from '#database/open-client.ts';
import { insertJobs } from '#database/seed/insert-jobs.ts';
import { sampleJob } from '#database/seed/sample-jobs.ts';

const aSecond = 50;

/**
 * Writes fifty postings a second, and removes each of them a second later, so that the board keeps
 * its size. Stopping it returns the actual rate per second.
 */
export async function keepPosting(admin: pg.ClientConfig) {
  const client = await openClient(admin);
  await client.query('set role service_role');
  const session = client as unknown as Parameters<typeof insertJobs>[0];
  const began = performance.now();
  let written = 0;
  let isOver = false;
  async function write() {
    while (!isOver) {
      const id = idOf(written);
      const job = { ...sampleJob(written, 1_000_000, new Date()), id, is_active: true };
      await insertJobs(session, [job]);
      if (written >= aSecond) {
        await client.query('delete from public.jobs where id = $1', [idOf(written - aSecond)]);
      }
      written += 1;
      const early = (written * 1_000) / aSecond - (performance.now() - began);
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    }
  }
  const writing = write();
  return {
    async stop(): Promise<number> {
      isOver = true;
      await writing;
      const ids = Array.from({ length: written }, (_, place) => idOf(place));
      await client.query('delete from public.jobs where id = any($1)', [ids]);
      await client.query('reset role');
      await client.query('delete from public.removed_jobs where id = any($1)', [ids]);
      await client.end();
      return written / ((performance.now() - began) / 1_000);
    },
  };
}

const prefix = '00000000-0000-4000-a000-';
function idOf(place: number): string {
  return `${prefix}${place.toString(16).padStart(12, '0')}`;
}
