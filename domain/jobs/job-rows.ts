import type { Database } from '../database-types.ts';
import type { JobType } from './job-facts.ts';
import type { JobStatus } from './job-life.ts';

type Functions = Database['public']['Functions'];

/** A posting as its owner reads it: the whole row. */
export type Job = Database['public']['Tables']['jobs']['Row'];

type Named = 'id' | 'title' | 'company' | 'job_type' | 'location' | 'salary_range';
type Pay = 'salary_from' | 'salary_to' | 'salary_currency' | 'salary_period';
type Facts = 'workplace' | 'city' | 'region' | 'country' | Pay;

/** One entry of the board. Its description is cut after 400 characters. */
export type ListedJob = Pick<
  Job,
  | Named
  | Facts
  | 'application_url'
  | 'application_deadline'
  | 'description'
  | 'created_at'
  | 'ends_at'
  | 'updated_at'
  | 'is_featured'
>;

export type JobList = {
  jobs: ListedJob[];
  hasMore: boolean;
  /** Only on the first page. */
  matches: number | undefined;
  /** If false, there are more matches than were counted. */
  isExact: boolean;
};

/** Reads the answer of `search_jobs`. The generated types of a function do not say which columns are never null. */
export function readJobList(rows: Functions['search_jobs']['Returns']): JobList {
  const [first] = rows;
  return {
    // Each row repeats what holds for the whole list.
    jobs: rows.map(({ has_more, matches, is_exact, ...job }) => job as ListedJob),
    hasMore: first?.has_more ?? false,
    matches: first ? (first.matches ?? undefined) : 0,
    isExact: first?.is_exact ?? true,
  };
}

/** Everything that the page of a posting shows. */
export type ShownJob = Pick<
  Job,
  | Named
  | Facts
  | 'application_deadline'
  | 'description'
  | 'requirements'
  | 'benefits'
  | 'created_at'
  | 'published_at'
  | 'ends_at'
  | 'updated_at'
  | 'credentials_wanted'
>;
export type JobPage =
  | { status: 'missing' }
  | { status: 'removed' }
  | {
      status: 'live';
      job: ShownJob &
        Pick<Job, 'application_url' | 'contact_name' | 'contact_email' | 'contact_phone'>;
    }
  | { status: Exclude<JobStatus, 'live' | 'hidden'>; job: ShownJob };

/** An entry of a list outside the board: similar postings, those of a company, or of a place. */
export type SimilarJob = Pick<Job, Named | Pay | 'created_at'>;

type JobPageRow = Functions['job_page']['Returns'][number];

/** Reads the answer of `job_page`. */
export function readJobPage([row]: readonly JobPageRow[]): JobPage {
  if (!row) return { status: 'missing' };
  if (row.status === 'removed') return { status: 'removed' };
  return { status: row.status, job: row } as JobPage;
}

/** The company whose posting it is, and its client if an agency posted it. */
export type JobCompany = {
  slug: string;
  name: string;
  proven_domain: string | null;
  is_checked: boolean;
  client: string | null;
  web_address: string | null;
  logo: string | null;
};

/** A list that contains a posting: the end of its address after /jobs/, and what it lists. */
export type JobWay = {
  path: string;
  city: string | null;
  state: string | null;
  role: string | null;
  job_type: JobType | null;
};

/** The page of a posting with everything around it. */
export type WholeJobPage = {
  page: JobPage;
  /** Similar live jobs, most similar first. */
  similar: SimilarJob[];
  company: JobCompany | undefined;
  ways: JobWay[];
};

/** Reads the answer of `whole_job_page`: a row of `job_page` with more in it, or null. */
export function readWholeJobPage(whole: Functions['whole_job_page']['Returns']): WholeJobPage {
  const row = whole as
    | (JobPageRow & { company_page: JobCompany | null; ways: JobWay[] | null })
    | null;
  return {
    page: readJobPage(row ? [row] : []),
    similar: (row?.similar_jobs ?? []) as SimilarJob[],
    company: row?.company_page ?? undefined,
    ways: row?.ways ?? [],
  };
}
