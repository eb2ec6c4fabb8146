import { type DataClient, dataClient, requestInfo } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { rssResponse } from '#app/documents/rss.ts';
import { site } from '#domain/brand.ts';
import { type ListedJob, readJobList } from '#domain/job-rows.ts';
import {
  type JobSearch,
  jobSearchAddress,
  type PageKey,
  pageKeyAfter,
  readJobSearch,
} from '#domain/job-search.ts';
import * as links from '#domain/links.ts';
import type { Route } from './+types/jobs-feed';

/** The newest jobs of a search as RSS: the filters of the board, in the same words of the address. */
export async function loader({ context, request }: Pick<Route.LoaderArgs, 'context' | 'request'>) {
  const { origin } = context.get(requestInfo);
  const search = readJobSearch(new URL(request.url).searchParams);
  const jobs = await findNewest(context.get(dataClient), search);
  const filters = [search.q && `“${search.q}”`, search.type].filter(Boolean).join(', ');
  return rssResponse(
    {
      title: `${site.name}: Jobs${filters ? ` (${filters})` : ''}`,
      link: origin + jobSearchAddress({ ...search, after: undefined }),
      description: 'Open positions in healthcare AI, the newest first.',
      self: origin + jobSearchAddress({ ...search, after: undefined }, links.jobsFeed),
    },
    jobs.map(({ id, title, company, location, job_type, description, created_at }) => ({
      title: `${title}, ${company}`,
      link: `${origin}${links.job(id)}`,
      description: `${location}. ${description}`,
      category: job_type,
      id: `${origin}${links.job(id)}`,
      isAddress: true,
      date: created_at,
    })),
  );
}

const pagesInFeed = 3;

async function findNewest(client: DataClient, { q, type }: JobSearch): Promise<ListedJob[]> {
  const jobs: ListedJob[] = [];
  let after: PageKey | undefined;
  for (let page = 0; page < pagesInFeed; page += 1) {
    const { data, error, status } = await client.rpc('search_jobs', { q, type, ...after });
    if (error) fail({ error, status });
    const list = readJobList(data);
    jobs.push(...list.jobs);
    const last = list.jobs.at(-1);
    if (!list.hasMore || !last) break;
    after = pageKeyAfter(last);
  }
  return jobs;
}
