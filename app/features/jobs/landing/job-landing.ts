import type { Database } from '#domain/database-types.ts';
import { everyJob, type JobSearch } from '#domain/finding/job-search.ts';
import { usStates } from '#domain/finding/us-states.ts';
import type { JobType } from '#domain/jobs/job-facts.ts';
import type { SimilarJob } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import { grouped } from '#domain/text/grouped.ts';

type Row = Database['public']['Functions']['job_landing']['Returns'][number];

/** A list of the postings in a place, of a role there, of a type, or of everything remote. */
export type JobLanding = {
  /** The end of its address, after /jobs/. */
  path: string;
  moved_to: string | null;
  state: string | null;
  city: string | null;
  role: string | null;
  job_type: JobType | null;
  /** At most 1,000. */
  matches: number;
  is_exact: boolean;
  companies: number;
  pay: number | null;
  paying: number;
  top_companies: { name: string; slug: string; jobs: number }[];
  jobs: SimilarJob[];
  roles: { path: string; name: string; jobs: number }[];
  places: { path: string; name: string; state: string; jobs: number }[];
  twin: string | null;
};

/** The answer of `job_landing`; the generated type does not say which columns may be null. */
export const readLanding = (path: string, [row]: readonly Row[]): JobLanding | undefined =>
  row && ({ ...row, path } as unknown as JobLanding);

/** The same rule as in `private.found_landings`, from which the sitemap lists it. */
export function mayBeFound({ matches, companies, twin }: JobLanding): boolean {
  return matches >= 3 && companies >= 2 && twin === null;
}

export function landingAddress(path: string) {
  const [kind, ...rest] = path.split('/');
  const below = rest.join('/');
  if (kind === 'in') return links.jobsIn(below);
  return kind === 'type' ? links.jobsOfType(below) : links.remoteJobs;
}

/** The canonical address, if it is not this one. */
export function canonicalOf({ path, twin }: JobLanding): string {
  return twin === '' ? links.jobs : landingAddress(twin ?? path);
}

/** "Coding auditor jobs in Charlotte, North Carolina" */
export function titleOf({
  state,
  city,
  role,
  job_type,
}: Pick<JobLanding, 'state' | 'city' | 'role' | 'job_type'>): string {
  if (!state)
    return job_type ? `${kinds[job_type]} healthcare AI jobs` : 'Remote healthcare AI jobs';
  return `${role ?? 'Healthcare AI'} jobs in ${placeOf({ state, city })}`;
}

const kinds: Record<JobType, string> = {
  'Full-time': 'Full-time',
  'Part-time': 'Part-time',
  Contract: 'Contract',
  Remote: 'Remote',
  Other: 'Other',
};

function placeOf({ state, city }: { state: string; city: string | null }): string {
  const name = usStates[state] ?? state;
  return city ? `${city}, ${name}` : name;
}

/** Facts about exactly these postings. */
export function factsOf(landing: JobLanding): string[] {
  const { matches, is_exact, companies, pay, paying, top_companies: top } = landing;
  if (matches === 0) return ['Nothing is open here at the moment.'];
  const count = is_exact ? grouped(matches) : `More than ${grouped(matches)}`;
  const newest = is_exact ? '' : ' Of the newest thousand:';
  const open = matches === 1 ? 'One open position' : `${count} open positions`;
  const from = companies === 1 ? 'one company' : `${grouped(companies)} companies`;
  const [first, second] = top;
  return [
    is_exact ? `${open} at ${from}.` : `${open}.${newest} ${from}.`,
    pay !== null && paying >= 3
      ? `Of the ${grouped(paying)} that state their pay, half go up to $${grouped(pay)} a year or more.`
      : '',
    first && second ? `${said(first)} and ${said(second)} are among them.` : '',
  ].filter(Boolean);
}

const said = ({ name, jobs }: { name: string; jobs: number }) => `${name} (${grouped(jobs)})`;

/** The same search on the board, which has more filters. */
export function boardSearchOf({ state, city, role, job_type }: JobLanding): Partial<JobSearch> {
  return state
    ? {
        place: city ? `${city}, ${state}` : state,
        miles: city ? 10 : everyJob.miles,
        ...(role && { q: role.toLowerCase() }),
      }
    : job_type
      ? { type: job_type }
      : { workplace: 'remote' };
}
