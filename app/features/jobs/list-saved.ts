import { type BrowserData, openData } from '#app/data/open-data.ts';
import { openSupabase } from '#app/data/supabase.ts';
import type { ListedJob } from '#domain/jobs/job-rows.ts';
import { hasVisitorJobs } from './kept-jobs.ts';
import { idsAtOnce, savedIds, syncSaved } from './saved.ts';

export type SavedJob = Pick<
  ListedJob,
  | 'id'
  | 'title'
  | 'company'
  | 'job_type'
  | 'location'
  | 'salary_range'
  | 'salary_from'
  | 'salary_to'
  | 'salary_currency'
  | 'salary_period'
> & { status: string };
export type SavedList = {
  jobs: SavedJob[];
  /** Saved on this device, but no longer available. */
  gone: string[];
};

/** The saved jobs, newest first: from the person's table, or from this device. */
export async function listSaved(isSignedIn: boolean): Promise<SavedList> {
  if (isSignedIn) {
    const isSynced = syncSaved(openSupabase);
    // A visitor's jobs must be in the table before it is read. Otherwise this device's copy can be updated later.
    if (hasVisitorJobs()) await isSynced;
    else isSynced.catch((error) => console.warn('The saved jobs were not copied:', error));
    const { data, error } = await askSaved(await openData());
    if (error) throw error;
    return { jobs: data as SavedJob[], gone: [] };
  }
  const ids = savedIds();
  if (ids.length === 0) return { jobs: [], gone: [] };
  const live = new Map((await readLive(ids)).map((job) => [job.id, job]));
  return {
    jobs: ids.flatMap((id) => live.get(id) ?? []),
    gone: ids.filter((id) => !live.has(id)),
  };
}

export function askSaved(client: BrowserData) {
  return client.rpc('list_saved_jobs');
}

async function readLive(ids: string[]): Promise<SavedJob[]> {
  const client = await openData();
  const questions = Math.ceil(ids.length / idsAtOnce);
  const answers = await Promise.all(
    Array.from({ length: questions }, (_, index) =>
      client
        .from('jobs')
        .select(
          'id, title, company, job_type, location, salary_range, salary_from, salary_to, salary_currency, salary_period',
        )
        .in('id', ids.slice(index * idsAtOnce, (index + 1) * idsAtOnce))
        .throwOnError(),
    ),
  );
  return answers.flatMap(({ data }) => data.map((job) => ({ ...job, status: 'live' })));
}
