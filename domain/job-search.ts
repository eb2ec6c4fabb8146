import * as links from '#domain/links.ts';
import { type JobType, jobTypes, tierCodes } from './job-facts.ts';

/** Whichever it is that the employer wants. */
export const anyCredential = 'any';

const longestTerm = 100;

/** What the address of the board says: `/jobs?q=…&type=…&credential=…&after=…`. */
export type JobSearch = {
  q: string;
  type: JobType | '';
  /** Wanted by the employer: the code of a tier, or `any`. */
  credential: string;
  after: PageKey | undefined;
};

/** The last job that was shown; the next page starts below it. */
export type PageKey = {
  after_featured: boolean;
  after_created_at: string;
  after_id: string;
};

export function readJobSearch(params: URLSearchParams): JobSearch {
  const q = [...(params.get('q') ?? '').replace(/\p{Cc}+/gu, ' ').trim()]
    .slice(0, longestTerm)
    .join('')
    .toWellFormed();
  const type = jobTypes.find((each) => each === params.get('type')) ?? '';
  const credential =
    [anyCredential, ...tierCodes].find((each) => each === params.get('credential')) ?? '';
  return { q, type, credential, after: readPageKey(params.get('after') ?? '') };
}

/** The address that says it again, with nothing in it that is not needed. */
export function jobSearchAddress(
  {
    q,
    type,
    credential = '',
    after,
  }: { q: string; type: string; credential?: string; after?: PageKey | undefined },
  path = links.jobs,
): string {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (type) params.set('type', type);
  if (credential) params.set('credential', credential);
  if (after) params.set('after', writePageKey(after));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** The key of the page that follows this job. */
export function pageKeyAfter(job: {
  is_featured: boolean;
  created_at: string;
  id: string;
}): PageKey {
  return {
    after_featured: job.is_featured,
    after_created_at: job.created_at,
    after_id: job.id,
  };
}

function writePageKey({ after_featured, after_created_at, after_id }: PageKey): string {
  return `${after_featured ? '1' : '0'}_${after_created_at}_${after_id}`;
}

const keyShape =
  /^([01])_(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?\+00:00)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A key that nobody wrote is no key: the list starts from its top. */
function readPageKey(text: string): PageKey | undefined {
  const [, featured, created = '', id = ''] = text.match(keyShape) ?? [];
  if (!featured || !isMoment(created)) return undefined;
  return { after_featured: featured === '1', after_created_at: created, after_id: id };
}

/** JavaScript reads the 30th of February as the 2nd of March and has a year 0; PostgreSQL refuses both. */
function isMoment(text: string): boolean {
  const moment = Date.parse(text);
  if (Number.isNaN(moment) || text < '0001') return false;
  return new Date(moment).toISOString().slice(0, 19) === text.slice(0, 19);
}
