import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { describeFilters } from '#app/documents/describe-filters.ts';
import { findNewest } from '#app/documents/newest-jobs.ts';
import { rssResponse } from '#app/documents/rss.ts';
import { readFeedSearch } from '#domain/finding/feed-search.ts';
import { jobSearchAddress } from '#domain/finding/job-search.ts';
import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/jobs-feed';

/** The newest jobs of a search as RSS, with the query parameters of the board. */
export async function loader({ context, request }: Pick<Route.LoaderArgs, 'context' | 'request'>) {
  const { origin } = context.get(requestInfo);
  const search = { ...readFeedSearch(new URL(request.url).searchParams), after: undefined };
  const { jobs } = await findNewest(context.get(dataClient), search, pagesInFeed);
  return rssResponse(
    {
      title: `${site.name}: Jobs${describeFilters(search)}`,
      link: origin + jobSearchAddress(search),
      description: 'Open positions in healthcare AI, the newest first.',
      self: origin + jobSearchAddress(search, links.jobsFeed),
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
