import type { Json } from '#domain/database-types.ts';
import { type JobSearch, type PageKey, pageKeyAfter } from '#domain/finding/job-search.ts';
import { type ListedJob, readJobList, type ShownJob } from '#domain/jobs/job-rows.ts';
import type { DataClient } from '../data/data.server.ts';
import { fail } from '../data/failed.ts';
import { queryOf } from '../data/find-on-board.server.ts';

/** The newest jobs of a search, up to this many pages of the board, and where the next ones begin. */
export async function findNewest(client: DataClient, search: JobSearch, pages: number) {
  const query = await queryOf(client, search);
  if ('error' in query) fail(query);
  const jobs: ListedJob[] = [];
  if (!query.wanted) return { jobs, next: undefined };
  const wanted = query.wanted as Json;
  let { after } = search;
  for (let page = 0; page < pages; page += 1) {
    const { data, error, status } = await client.rpc('search_board', { wanted, ...after });
    if (error) fail({ error, status });
    const list = readJobList(data);
    jobs.push(...list.jobs);
    const last = list.jobs.at(-1);
    if (!list.hasMore || !last) return { jobs, next: undefined };
    after = pageKeyAfter(last);
  }
  return { jobs, next: after };
}

/** A job for feeds with full texts. */
export type WholeJob = ShownJob & { application_url: string | null };

const pagesOfWholeJobs = 10;
const idsPerRequest = 100;

/** The same with full texts; consumers page through them with `after`. */
export async function findNewestWhole(
  client: DataClient,
  search: JobSearch,
): Promise<{ jobs: WholeJob[]; next: PageKey | undefined }> {
  const { jobs, next } = await findNewest(client, search, pagesOfWholeJobs);
  const texts = new Map<string, WholeJob>();
  for (let from = 0; from < jobs.length; from += idsPerRequest) {
    const ids = jobs.slice(from, from + idsPerRequest).map(({ id }) => id);
    const { data, error, status } = await client
      .from('jobs')
      .select(
        'id, title, company, job_type, location, salary_range, workplace, city, region, country, salary_from, salary_to, salary_currency, salary_period, application_url, application_deadline, description, requirements, benefits, created_at, published_at, ends_at, updated_at, credentials_wanted',
      )
      .in('id', ids)
      .retry(false);
    if (error) fail({ error, status });
    for (const job of data) texts.set(job.id, job);
  }
  // Jobs that ended in between are missing from the texts.
  return { jobs: jobs.flatMap(({ id }) => texts.get(id) ?? []), next };
}
