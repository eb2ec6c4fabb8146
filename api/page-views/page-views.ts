import { isbot } from 'isbot';
import type { Database } from '#database/database.ts';
import { clientOf, countedAs } from '../client.ts';
import { type Count, createDailyCounts } from './daily-counts.ts';
import { createViewLimits } from './view-limits.ts';

export type PageViews = {
  /** Notes that a page was shown; writes nothing yet. */
  count(request: Request, pathname: string, status: number, clientAddress?: string): void;
  /** The browser tells of a page that it had fetched ahead and only now shows. */
  hear(request: Request): Promise<Response>;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

type Dependencies = {
  database: Database;
  isOn: boolean;
  countedPath: (pathname: string) => Promise<string | undefined>;
  reportBug: (error: unknown, requestId: string) => void;
};

const writeEvery = 15_000;

/**
 * Counts views by day and page, and by day and posting for its poster. Of the visitor nothing is written
 * down: what is looked at is whether the request is a person's, and for a minute, in memory, whether the
 * same client has just been counted.
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

  async function add(pathname: string, client: string, isSure: boolean) {
    const path = await countedPath(pathname);
    if (!path || !mayCount(client, pathname)) return;
    const job = pathname.match(/^\/job\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/)?.[1];
    if (job && !isSure && !(await isOnBoard(database, job))) return;
    pages.add(path);
    if (job) jobs.add(job);
  }

  async function flush() {
    await pages.flush();
    await jobs.flush();
  }

  return {
    flush,
    count(request, pathname, status, clientAddress = '') {
      if (!isOn || !isView(request, status)) return;
      add(pathname, countedAs(clientAddress), true).catch((error) => reportBug(error, ''));
    },
    async hear(request) {
      // Every browser that the site is made for says it; what does not is no page of ours.
      const isOurs = request.headers.get('sec-fetch-site') === 'same-origin';
      const pathname = (await request.text()).slice(0, 200);
      if (isOn && isOurs && isPerson(request)) {
        await add(pathname, clientOf(request).counted, false);
      }
      return new Response(null, { status: 204 });
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** A page that was shown, again (304) or for the first time; not one that is fetched ahead. */
function isView(request: Request, status: number): boolean {
  const { headers, method } = request;
  return (
    method === 'GET' &&
    (status === 200 || status === 304) &&
    (headers.get('sec-fetch-dest') ?? 'document') === 'document' &&
    !headers.get('sec-purpose')?.includes('prefetch') &&
    isPerson(request)
  );
}

function isPerson({ headers }: Request): boolean {
  const browser = headers.get('user-agent');
  return browser !== null && !isbot(browser);
}

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

/** An address that is no posting's is left out. */
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
