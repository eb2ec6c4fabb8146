import { data } from 'react-router';
import { jobs } from '#app/content/jobs.ts';
import { titled } from '#app/content/page-parts.ts';
import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { isPassing, statusOfFailure } from '#app/data/failed.ts';
import { findOnBoard } from '#app/data/find-on-board.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Board } from '#app/features/jobs/board.tsx';
import { BoardHeader } from '#app/features/jobs/board-header.tsx';
import { BoardWays } from '#app/features/jobs/board-ways.tsx';
import { Market } from '#app/features/jobs/market.tsx';
import { PageToast } from '#app/ui/page-toast.tsx';
import { newestFirst } from '#domain/finding/feed-search.ts';
import { everyJob, jobSearchAddress, readJobSearch } from '#domain/finding/job-search.ts';
import type { JobType } from '#domain/jobs/job-facts.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/jobs';

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = readJobSearch(new URL(request.url).searchParams);
  const found = await findOnBoard(context.get(dataClient), search);
  if (!('error' in found)) return { search, found };
  const { reportBug, requestId } = context.get(requestInfo);
  if (!isPassing(found.status)) reportBug(found.error, requestId);
  return data({ search, found: undefined }, { status: statusOfFailure(found.status) });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { type, credential, after } = loaderData?.search ?? everyJob;
  const listed = newestFirst({ ...(loaderData?.search ?? everyJob), after: undefined });
  return pageMeta(matches, {
    ...jobs.meta,
    title: titled(type ? `Healthcare AI jobs: ${type}` : 'Healthcare AI jobs'),
    path: '/jobs',
    // A search is a view of the list, not a page of its own; a type has its own page.
    address: type ? landingOfType(type) : jobSearchAddress({ credential, after }),
    feed: {
      title: 'Healthcare AI jobs',
      path: jobSearchAddress(listed, links.jobsFeed),
      json: jobSearchAddress(listed, links.jobsJsonFeed),
    },
  });
};

export default function JobsPage({ loaderData: { search, found } }: Route.ComponentProps) {
  return (
    <>
      <BoardHeader />
      <div className="wrap board-page">
        <Board search={search} found={found} />
        <div className="board-side">
          <BoardWays />
          <Market />
        </div>
      </div>
      {!found && <PageToast title="Error" description="Failed to load jobs" kind="error" />}
    </>
  );
}

const landingOfType = (type: JobType) =>
  type === 'Remote' ? links.remoteJobs : links.jobsOfType(type.toLowerCase());
