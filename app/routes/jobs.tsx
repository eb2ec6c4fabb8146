import { data } from 'react-router';
import { jobs } from '#app/content/jobs.ts';
import { titled } from '#app/content/page-parts.ts';
import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { isPassing, statusOfFailure } from '#app/data/failed.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Board } from '#app/features/jobs/board.tsx';
import { BoardHeader } from '#app/features/jobs/board-header.tsx';
import { Market } from '#app/features/jobs/market.tsx';
import { PageToast } from '#app/ui/page-toast.tsx';
import { readJobList } from '#domain/job-rows.ts';
import { jobSearchAddress, readJobSearch } from '#domain/job-search.ts';
import * as links from '#domain/links.ts';
import type { Route } from './+types/jobs';

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = readJobSearch(new URL(request.url).searchParams);
  const { q, type, credential, after } = search;
  const {
    data: rows,
    error,
    status,
  } = await context.get(dataClient).rpc('search_jobs', { q, type, credential, ...after });
  if (!error) return { search, list: readJobList(rows) };
  const { reportBug, requestId } = context.get(requestInfo);
  if (!isPassing(status)) reportBug(error, requestId);
  return data({ search, list: undefined }, { status: statusOfFailure(status) });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { type = '', credential = '', after } = loaderData?.search ?? {};
  return pageMeta(matches, {
    ...jobs.meta,
    title: titled(type ? `Healthcare AI jobs: ${type}` : 'Healthcare AI jobs'),
    path: '/jobs',
    // What somebody searched for is a view of the list, and no page of its own.
    address: jobSearchAddress({ q: '', type, credential, after }),
    feed: {
      title: 'Healthcare AI jobs',
      path: jobSearchAddress({ q: loaderData?.search.q ?? '', type, credential }, links.jobsFeed),
    },
  });
};

export default function JobsPage({ loaderData: { search, list } }: Route.ComponentProps) {
  return (
    <>
      <BoardHeader />
      <div className="wrap board-page">
        <Board search={search} list={list} />
        <Market />
      </div>
      {!list && <PageToast title="Error" description="Failed to load jobs" kind="error" />}
    </>
  );
}
