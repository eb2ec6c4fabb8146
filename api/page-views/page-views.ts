import { isbot } from 'isbot';
import type { Database } from '#database/database.ts';
import { clientOf, countedAs } from '../client.ts';
import { remembered } from '../remembered.ts';
import { type Count, createDailyCounts } from './daily-counts.ts';
import { createViewLimits } from './view-limits.ts';

export type PageViews = {
  /** Counts a shown page in memory. The client's address is only computed if the view counts. */
  count(view: View, pathname: string, status: number, clientAddress?: () => string): void;
  /** Receives the browser's report that it now shows a page that it had prefetched. */
  hear(request: Request): Promise<Response>;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/** What a request says about its client, and whether a person sees the page now. */
export type View = {
  method: string | undefined;
  agent: string | undefined;
  purpose: string | undefined;
  destination: string | undefined;
};

type Dependencies = {
  database: Database;
  isOn: boolean;
  countedPath: (pathname: string) => string | undefined;
  reportBug: (error: unknown, requestId: string) => void;
};

type Counted = { path: string; job: string | undefined };

const jobAddress = /^\/job\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

const writeEvery = 15_000;

/**
 * Counts views by day and page, and by day and posting for its poster. Nothing about visitors is stored: it only
 * checks whether the request comes from a person and, for a minute and in memory, whether the same client has just
 * been counted.
 */
export function createPageViews({
  database,
  isOn,
  countedPath,
  reportBug,
}: Dependencies): PageViews {
  const pages = createDailyCounts((counts) => writePages(database, counts), reportBug);
  const jobs = createDailyCounts((counts) => writeJobs(database, counts), reportBug);
  const timer = setInterval(() => flush(), writeEvery).unref();

  const mayCount = createViewLimits();

  /** What a view of this page by this client counts as now, if it counts at all. */
  function counted(pathname: string, client: string): Counted | undefined {
    const path = countedPath(pathname);
    if (!path || !mayCount(client, pathname)) return undefined;
    return { path, job: pathname.match(jobAddress)?.[1] };
  }

  function add({ path, job }: Counted) {
    pages.add(path);
    if (job) jobs.add(job);
  }

  async function flush() {
    await pages.flush();
    await jobs.flush();
  }

  return {
    flush,
    count(view, pathname, status, clientAddress = () => '') {
      if (!isOn || !isOfPage(view, status)) return;
      const seen = counted(pathname, countedAs(clientAddress()));
      if (seen) add(seen);
    },
    async hear(request) {
      // All supported browsers send this header; a request without it does not come from our pages.
      const isOurs = request.headers.get('sec-fetch-site') === 'same-origin';
      const pathname = (await request.text()).slice(0, 200);
      if (isOn && isOurs && isPerson(viewOf(request).agent ?? '')) {
        const seen = counted(pathname, clientOf(request).counted);
        if (seen && (!seen.job || (await isOnBoard(database, seen.job)))) add(seen);
      }
      return new Response(null, { status: 204 });
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

export function viewOf({ method, headers }: Request): View {
  return {
    method,
    agent: headers.get('user-agent') ?? undefined,
    purpose: headers.get('sec-purpose') ?? undefined,
    destination: headers.get('sec-fetch-dest') ?? undefined,
  };
}

/** A page that was shown, for the first time or again (304); not one that is prefetched. */
function isOfPage({ method, agent, purpose, destination }: View, status: number): boolean {
  return (
    method === 'GET' &&
    (status === 200 || status === 304) &&
    (destination ?? 'document') === 'document' &&
    !purpose?.includes('prefetch') &&
    isPerson(agent ?? '')
  );
}

/** Cached, because analyzing a user agent takes longer than serving the page. */
const isPerson = remembered((agent) => agent !== '' && !isbot(agent));

async function isOnBoard(database: Database, job: string): Promise<boolean> {
  const { rowCount } = await database.asService.query({
    text: 'select from private.live_jobs where id = $1',
    values: [job],
  });
  return rowCount > 0;
}

async function writePages(database: Database, counts: Count[]) {
  await database.asService.query({
    text: `insert into public.page_views as known (day, path, views)
      select * from unnest($1::date[], $2::text[], $3::int[])
      on conflict (day, path) do update set views = known.views + excluded.views`,
    values: columnsOf(counts),
  });
}

/** Skips ids that belong to no posting. */
async function writeJobs(database: Database, counts: Count[]) {
  await database.asService.query({
    text: `insert into public.job_activity as known (job_id, day, views)
      select seen.id, seen.day, seen.views
      from unnest($1::date[], $2::uuid[], $3::int[]) as seen (day, id, views)
      join public.jobs on jobs.id = seen.id
      on conflict (job_id, day) do update set views = known.views + excluded.views`,
    values: columnsOf(counts),
  });
}

function columnsOf(counts: Count[]) {
  return [
    counts.map(({ day }) => day),
    counts.map(({ name }) => name),
    counts.map(({ count }) => count),
  ];
}
