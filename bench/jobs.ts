import { rmSync } from 'node:fs';
import { findRunning } from '#database/embedded/embedded.ts';
import { openClient } from '#database/open-client.ts';
import { pageKeyAfter } from '#domain/finding/job-search.ts';
import { makeDataDir } from '#test/support/engine.ts';
import { jobCases, type Search } from './parts/job-cases.ts';
import { keepPosting } from './parts/keep-posting.ts';
import { seedBoard } from './parts/large-board.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

type Site = Awaited<ReturnType<typeof open>>;

const ways = { api: 'the table API', page: 'the page', 'by hand': 'SQL by hand' } as const;
type Way = keyof typeof ways;
const partOf: Record<Way, string> = { api: 'jobs', page: 'jobs-page', 'by hand': 'jobs-by-hand' };

/**
 * Finding jobs on a small board and on large ones: through the table API, as the page, and as
 * handwritten SQL. They take turns, so that a slow moment of the machine affects them alike;
 * postings are written to the one whose turn it is.
 */
async function benchJobs({
  sizes = [1_000, 100_000, 1_000_000],
  requests = 30,
  turns = 4,
  wanted = Object.keys(ways) as Way[],
} = {}) {
  const sites: Site[] = [];
  try {
    for (const size of sizes) sites.push(await open(size));
    for (const way of wanted) {
      const rows = [];
      for (const [name, search] of Object.entries(jobCases)) {
        const asks = await Promise.all(
          sites.map(async (site) => (await waysOf(site, search))[way]),
        );
        const taken = await takeTurns(sites, asks, requests, turns);
        const middle = (place: number, share: number) =>
          median((taken[place] ?? []).map((times) => quantile(times, share)));
        const row: Record<string, string> = { case: name };
        for (const [place, size] of sizes.entries()) {
          row[`${inShort(size)} p50 ms`] = ms(middle(place, 0.5));
          row[`${inShort(size)} p95 ms`] = ms(middle(place, 0.95));
        }
        for (const [place, size] of sizes.entries()) {
          if (place === 0) continue;
          const ratio = middle(place, 0.95) / middle(0, 0.95);
          row[`${inShort(size)} p95 ratio`] = ratio.toFixed(2);
        }
        rows.push(row);
        process.stdout.write(`${way}: ${Object.values(row).join(' | ')}\n`);
      }
      report(partOf[way], {
        title: `Job search, ${ways[way]}`,
        explanation: `Finding jobs on boards of several sizes, through ${ways[way]}, while fifty postings a second are written to the board that
is searched. The ratios compare its p95 to that of the smallest board.`,
        rows,
        goals: sizes
          .slice(1)
          .flatMap((size) => [
            atMost(`${inShort(size)} p95 ms`, 50),
            atMost(`${inShort(size)} p95 ratio`, 3),
          ]),
      });
    }
  } finally {
    for (const site of sites) await site.close();
  }
}

async function takeTurns(sites: Site[], asks: Ask[], requests: number, turns: number) {
  const taken = sites.map((): number[][] => []);
  for (let turn = -1; turn < turns; turn += 1) {
    for (const [place, site] of sites.entries()) {
      const ask = asks[place];
      if (!ask) continue;
      const posting = await keepPosting(site.admin);
      const times = await timesOf(ask, requests);
      await posting.stop();
      if (turn >= 0) taken[place]?.push(times); // The first turn only warms up.
    }
  }
  return taken;
}

function inShort(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000}M` : `${size / 1_000}k`;
}

/** The whole site with a board of that size. */
async function open(size: number) {
  const dataDir = makeDataDir(`site-bench-${size}-`);
  const start = performance.now();
  await seedBoard(dataDir, size);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  process.stdout.write(`a database with ${size} jobs in ${seconds} s\n`);
  const { child, url } = await launchSite({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
  const { supabaseKey: key } = await (await fetch(`${url}/config.json`)).json();
  const admin = findRunning(dataDir);
  if (!admin) throw new Error('The database of the benchmark does not run.');
  const client = await openClient(admin);
  await client.query('set role anon');
  return {
    url,
    key,
    client,
    admin,
    async close() {
      await client.end();
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Ask = () => Promise<unknown>;

/** The same query in three ways. */
async function waysOf(site: Site, search: Search) {
  if (search.wanted) return waysOfBoard(site, search);
  if (search.landing) return waysOfLanding(site, search.landing);
  const { q = '', type = '', page = 1 } = search;
  const { url, key, client } = site;
  const after = await keyOfPage(site, page);
  const args = { q, type, ...after };
  const parameters = new URLSearchParams({ q, type, ...stringsOf(after) });
  const board = new URLSearchParams({ q, type });
  if (after) {
    const featured = after.after_featured ? 1 : 0;
    board.set('after', `${featured}_${after.after_created_at}_${after.after_id}`);
  }
  return {
    api: () => read(`${url}/rest/v1/rpc/search_jobs?${parameters}`, { apikey: key }),
    page: () => read(`${url}/jobs?${board}`, {}),
    'by hand': () =>
      client.query({
        name: `by hand ${Object.keys(args).length}`,
        text: `select * from public.search_jobs($1, $2, $3, $4, $5)`,
        values: [q, type, after?.after_featured, after?.after_created_at, after?.after_id],
      }),
  } satisfies Record<string, Ask>;
}

function waysOfBoard(
  { url, key, client }: Site,
  { wanted, sort = 'newest', count, address }: Search,
) {
  const name = count ? 'count_board' : 'search_board';
  const second = count ?? sort;
  const body = JSON.stringify({ wanted, [count ? 'filter' : 'sort']: second });
  const headers = { apikey: key, 'content-type': 'application/json' };
  return {
    api: () => read(`${url}/rest/v1/rpc/${name}`, headers, { method: 'POST', body }),
    page: () => read(`${url}/jobs?${address}`, {}),
    'by hand': () =>
      client.query({
        name: `by hand ${name}`,
        text: `select * from public.${name}($1, $2)`,
        values: [JSON.stringify(wanted), second],
      }),
  } satisfies Record<string, Ask>;
}

function waysOfLanding({ url, key, client }: Site, path: string) {
  const parameters = new URLSearchParams({ path });
  return {
    api: () => read(`${url}/rest/v1/rpc/job_landing?${parameters}`, { apikey: key }),
    page: () => read(`${url}/jobs/${path}`, {}),
    'by hand': () =>
      client.query({
        name: 'by hand job_landing',
        text: 'select * from public.job_landing($1)',
        values: [path],
      }),
  } satisfies Record<string, Ask>;
}

/** As far as the small board goes, which has fewer than a hundred pages. */
async function keyOfPage({ client }: Site, page: number) {
  if (page === 1) return undefined;
  const { rows } = await client.query<{ is_featured: boolean; created_at: string; id: string }>(
    `select is_featured, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US+00:00')
        as created_at, id from public.jobs
      order by is_featured desc, jobs.created_at desc, id desc limit $1`,
    [(page - 1) * 20],
  );
  const last = rows[Math.min((page - 1) * 20, rows.length - 21) - 1];
  return last && pageKeyAfter(last);
}

function stringsOf(values: object = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

async function read(url: string, headers: Record<string, string>, more: RequestInit = {}) {
  const response = await fetch(url, { headers, ...more });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 200)}`);
}

async function timesOf(ask: Ask, requests: number): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < requests; count += 1) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  return times;
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

function median(numbers: number[]): number {
  return quantile(numbers, 0.5);
}

function ms(time: number): string {
  return time.toFixed(1);
}

// `npm run bench -- jobs api 1000 100000` measures only that way on these boards, and only prints
// it.
if (import.meta.main) {
  const asked = process.argv.slice(2);
  const wanted = (Object.keys(ways) as Way[]).filter((way) => asked.includes(way));
  const sizes = asked.map(Number).filter((size) => size > 0);
  await benchJobs({ ...(wanted.length > 0 && { wanted }), ...(sizes.length > 0 && { sizes }) });
}
