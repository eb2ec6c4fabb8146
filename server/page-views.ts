import { isbot } from 'isbot';
import type { Database } from '#database/database.ts';

export type PageViews = {
  /** Notes that a page was shown; writes nothing yet. */
  count(request: Request, pathname: string, status: number): void;
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
 * Counts views by day and page. Of the visitor nothing is kept, not even for a moment: what is
 * looked at is whether the request is a person's, and that is forgotten with it.
 */
export function createPageViews({
  database,
  isOn,
  countedPath,
  reportBug,
}: Dependencies): PageViews {
  let counts = new Map<string, number>();
  const timer = setInterval(() => flush(), writeEvery).unref();

  async function add(pathname: string) {
    const path = await countedPath(pathname);
    if (!path) return;
    const key = `${new Date().toISOString().slice(0, 10)} ${path}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  async function flush() {
    if (counts.size === 0) return;
    const written = counts;
    counts = new Map();
    try {
      await write(database, written);
    } catch (error) {
      // Kept for the next time; there are never more of them than pages and days.
      for (const [key, views] of written) counts.set(key, (counts.get(key) ?? 0) + views);
      reportBug(error, '');
    }
  }

  return {
    flush,
    count(request, pathname, status) {
      if (!isOn || !isView(request, status)) return;
      add(pathname).catch((error) => reportBug(error, ''));
    },
    async hear(request) {
      const isOurs = (request.headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin';
      const pathname = (await request.text()).slice(0, 200);
      if (isOn && isOurs && isPerson(request)) await add(pathname);
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

async function write(database: Database, counts: Map<string, number>) {
  const rows = [...counts].map(([key, views]) => [...key.split(' '), views] as const);
  await database.query({
    text: `insert into public.page_views as known (day, path, views)
      select * from unnest($1::date[], $2::text[], $3::int[])
      on conflict (day, path) do update set views = known.views + excluded.views`,
    values: [0, 1, 2].map((column) => rows.map((row) => row[column])),
  });
}
