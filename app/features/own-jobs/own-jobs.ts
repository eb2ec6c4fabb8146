import type { BrowserData } from '#app/data/open-data.ts';
import type { Database } from '#domain/database-types.ts';
import type { Job } from '#domain/jobs/job-rows.ts';

export type Activity = Pick<
  Database['public']['Tables']['job_activity']['Row'],
  'day' | 'views' | 'apply_clicks'
>;

/** What the list of own jobs shows. */
const columns =
  'id, title, company, job_type, applies_here, location, workplace, city, region, country, salary_from, salary_to, application_deadline, created_at, published_at, ends_at, is_active, filled_at, closed_at, hidden_at, is_featured, waits_for_review, posted_by_name, may_change, job_activity(day, views, apply_clicks)';

export type ListedJob = Pick<
  Job,
  | 'id'
  | 'title'
  | 'company'
  | 'job_type'
  | 'applies_here'
  | 'location'
  | 'workplace'
  | 'city'
  | 'region'
  | 'country'
  | 'salary_from'
  | 'salary_to'
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
  /** The colleague who posted it. */
  posted_by_name: string | null;
  /** False for viewers of a company, who may only look. */
  may_change: boolean;

  job_activity: Activity[];
  /** Hidden only until staff have reviewed it. */
  waits_for_review: boolean;
};

export type Change = Database['public']['Tables']['jobs']['Update'];

/** The generated row types do not include computed columns. */
const listed = (rows: unknown[]) => rows as ListedJob[];

const jobsPerPage = 20;

export type OwnJobsPage = { jobs: ListedJob[]; hasMore: boolean };

/**
 * The jobs of the companies that the person works for, newest first; one more than a page, to know whether there are
 * more.
 */
export async function readOwnJobs(
  client: BrowserData,
  last?: Pick<ListedJob, 'id' | 'created_at'>,
): Promise<OwnJobsPage> {
  let query = client
    .rpc('own_jobs', {}, { get: true })
    .select(columns)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(jobsPerPage + 1);
  if (last) {
    const { created_at: at, id } = last;
    query = query.or(`created_at.lt."${at}",and(created_at.eq."${at}",id.gt.${id})`);
  }
  const { data, error } = await query;
  if (error) throw error;
  return {
    jobs: listed(data).slice(0, jobsPerPage),
    hasMore: data.length > jobsPerPage,
  };
}

/** The whole job, or null if it does not exist or is another company's. */
export async function readOwnJob(client: BrowserData, id: string): Promise<Job | null> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return null;
  const { data, error } = await client
    .from('jobs')
    .select('*, may_change')
    .eq('id', id)
    .maybeSingle();
  if (error) throw error;
  const job = data as unknown as (Job & { may_change: boolean }) | null;
  return job?.may_change ? job : null;
}

/** People who were removed, or are viewers now, cannot change it, and cannot tell that from a deleted job. */
export const jobIsGone = 'This job has since been deleted, or you no longer look after it';

/** The job after the change, or null if it no longer exists. */
export async function changeJob(client: BrowserData, id: string, change: Change) {
  const { data, error } = await client
    .from('jobs')
    .update(change)
    .eq('id', id)
    .select(columns)
    .maybeSingle();
  if (error) throw error;
  return data && (listed([data])[0] ?? null);
}

/**
 * `closed`: it has thousands of applications, so it is closed at once, and removed when they have let go of it. `gone`:
 * it did not exist any more, or was not the person's to delete.
 */
export async function deleteJob(
  client: BrowserData,
  id: string,
): Promise<'deleted' | 'closed' | 'gone'> {
  const { data, error } = await client.from('jobs').delete().eq('id', id).select('id');
  if (error) throw error;
  if (data.length > 0) return 'deleted';
  return (await readOwnJob(client, id)) ? 'closed' : 'gone';
}
