import type { BrowserClient } from '#app/data/supabase.ts';
import type { Database } from '#domain/database-types.ts';
import type { Job } from '#domain/job-rows.ts';

export type Activity = Pick<
  Database['public']['Tables']['job_activity']['Row'],
  'day' | 'views' | 'apply_clicks'
>;

/** What the list of own jobs shows of one. */
const columns =
  'id, title, company, job_type, applies_here, location, application_deadline, created_at, published_at, ends_at, is_active, filled_at, closed_at, hidden_at, is_featured, waits_for_review, job_activity(day, views, apply_clicks)';

export type ListedJob = Pick<
  Job,
  | 'id'
  | 'title'
  | 'company'
  | 'job_type'
  | 'applies_here'
  | 'location'
  | 'application_deadline'
  | 'created_at'
  | 'published_at'
  | 'ends_at'
  | 'is_active'
  | 'filled_at'
  | 'closed_at'
  | 'hidden_at'
  | 'is_featured'
> & {
  job_activity: Activity[];
  /** Hidden, but only until staff have looked at it. */
  waits_for_review: boolean;
};

export type Change = Database['public']['Tables']['jobs']['Update'];

/** The row types know the table's columns, not those that are computed of them. */
const listed = (rows: unknown[]) => rows as ListedJob[];

const jobsPerPage = 20;

/** Newest first; one more than a page tells whether there are more. */
export async function readOwnJobs(client: BrowserClient, userId: string, from: number) {
  const { data, error } = await client
    .from('jobs')
    .select(columns)
    .eq('posted_by', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + jobsPerPage);
  if (error) throw error;
  return {
    jobs: listed(data).slice(0, jobsPerPage),
    hasMore: data.length > jobsPerPage,
  };
}

/** The whole job, or null where it is not there or somebody else's. */
export async function readOwnJob(
  client: BrowserClient,
  userId: string,
  id: string,
): Promise<Job | null> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return null;
  const { data, error } = await client
    .from('jobs')
    .select('*')
    .eq('id', id)
    .eq('posted_by', userId)
    .maybeSingle();
  if (error) throw error;
  return data;
}

/** The job as it is after the change, or null where it has gone meanwhile. */
export async function changeJob(client: BrowserClient, id: string, change: Change) {
  const { data, error } = await client
    .from('jobs')
    .update(change)
    .eq('id', id)
    .select(columns)
    .maybeSingle();
  if (error) throw error;
  return data && (listed([data])[0] ?? null);
}

export async function deleteJob(client: BrowserClient, id: string) {
  const { error } = await client.from('jobs').delete().eq('id', id);
  if (error) throw error;
}
