import { rmSync } from 'node:fs';
import { findRunning } from '#database/embedded/embedded.ts';
import { openClient } from '#database/open-client.ts';
import { pageKeyAfter } from '#domain/job-search.ts';
import { makeDataDir } from '#test/support/engine.ts';
import { runProgramFile } from '../commands/run-program.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

type Search = { q?: string; type?: string; page?: number } & {
  /** What the board asks beside the specified search, as the database is asked it; and as its address. */
  wanted?: object[];
  sort?: string;
  count?: 'type' | 'workplace';
  address?: string;
};

const charlotte = { latitude: 35.23, longitude: -80.82 };
type Site = Awaited<ReturnType<typeof open>>;

const cases: Record<string, Search> = {
  list: {},
  'rare term': { q: 'perfusion' },
  'common term': { q: 'analyst' },
  'two letters': { q: 'ai' },
  'two letters, no match': { q: 'zq' },
  'no match': { q: 'lighthouse keeper' },
  'words that no job has side by side': { q: 'coder auditor' },
  'type and term': { q: 'coder', type: 'Contract' },
  'page 100': { page: 100 },
  'place, 25 miles': {
    wanted: [{ state: 'NC', near: { ...charlotte, miles: 25 } }],
    address: 'place=Charlotte,+NC',
  },
  'place, nearest first': {
    wanted: [{ state: 'NC', near: { ...charlotte, miles: 100 } }],
    sort: 'nearest',
    address: 'place=Charlotte,+NC&miles=100&sort=nearest',
  },
  'pay and remote': {
    wanted: [{ workplace: 'remote', pay: 90_000 }],
    address: 'workplace=remote&pay=90000',
  },
  'highest pay first': { wanted: [{}], sort: 'pay', address: 'sort=pay' },
  'high pay and remote, few': {
    wanted: [{ workplace: 'remote', pay: 154_000 }],
    address: 'workplace=remote&pay=154000',
  },
  'all filters': {
    wanted: [
      {
        words: ['analyst'],
        type: 'Contract',
        workplace: 'hybrid',
        state: 'NC',
        near: { ...charlotte, miles: 50 },
        pay: 100_000,
        days: 7,
      },
    ],
    address:
      'q=analyst&type=Contract&workplace=hybrid&place=Charlotte,+NC&miles=50&pay=100000&posted=7',
  },
  'chips: coder Charlotte 90k': {
    wanted: [
      { words: ['coder Charlotte 90k'] },
      { words: ['coder'], state: 'NC', near: { ...charlotte, miles: 25 }, pay: 90_000 },
    ],
    address: 'q=coder+Charlotte+90k',
  },
  'chips: perfusion remote': {
    wanted: [{ words: ['perfusion remote'] }, { words: ['perfusion'], workplace: 'remote' }],
    address: 'q=perfusion+remote',
  },
  'relevance of a common word': {
    wanted: [{ words: ['coder'] }],
    sort: 'relevance',
    address: 'q=coder&sort=relevance',
  },
  'counts beside the types': { wanted: [{}], count: 'type', address: 'type=Contract' },
  'counts beside the workplaces, with a word': {
    wanted: [{ words: ['coder'] }],
    count: 'workplace',
    address: 'q=coder&workplace=hybrid',
  },
};
const sizes = [1_000, 100_000] as const;
const allWays = ['api', 'page', 'by hand'] as const;
type Way = (typeof allWays)[number];

/**
 * Finding jobs on a small board and a large one: through the table API, as the page, and by hand in
 * the database. Both boards take turns, so that a slow moment of the machine meets them alike.
 */
async function benchJobs({ requests = 40, turns = 5, wanted = allWays as readonly Way[] } = {}) {
  const sites: Site[] = [];
  try {
    for (const size of sizes) sites.push(await open(size));
    const rows = [];
    for (const [name, search] of Object.entries(cases)) {
      const ways = await Promise.all(sites.map((site) => waysOf(site, search)));
      const row: Record<string, string> = { case: name };
      for (const way of wanted) {
        const taken: { small: number[]; large: number[] }[] = [];
        for (let turn = -1; turn < turns; turn += 1) {
          const figures = { small: [] as number[], large: [] as number[] };
          for (const [place, asks] of ways.entries()) {
            const times = await timesOf(asks[way], requests);
            figures[place === 0 ? 'small' : 'large'] = times;
          }
          if (turn >= 0) taken.push(figures); // The first turn only warms up.
        }
        const middle = (size: 'small' | 'large', share: number) =>
          median(taken.map((figures) => quantile(figures[size], share)));
        const [small, large] = [middle('small', 0.95), middle('large', 0.95)];
        row[`${way} 1k`] = `${ms(middle('small', 0.5))} / ${ms(small)}`;
        row[`${way} 100k`] = `${ms(middle('large', 0.5))} / ${ms(large)}`;
        row[`${way} ratio`] = (large / small).toFixed(2);
      }
      rows.push(row);
      process.stdout.write(`${name} …\n`);
    }
    report('jobs', {
      title: 'Job search',
      explanation: `Finding jobs on a board of 1,000 and on one of 100,000: through the table API, as the page, and by hand in the
database. Milliseconds are p50 / p95; the ratio is the p95 of the large board to that of the small one.`,
      rows,
      goals: wanted.map((way) => atMost(`${way} ratio`, 2)),
    });
  } finally {
    for (const site of sites) await site.close();
  }
}

/** The whole site with a board of that size. */
async function open(size: number) {
  const dataDir = makeDataDir(`site-bench-${size}-`);
  const environment = { DATA_DIR: dataDir };
  const start = performance.now();
  await runProgramFile('commands/seed.ts', ['--jobs', String(size)], environment);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  process.stdout.write(`a database with ${size} jobs in ${seconds} s\n`);
  const { child, url } = await launchSite({ ...environment, PORT: '0' });
  const { supabaseKey: key } = await (await fetch(`${url}/config.json`)).json();
  const admin = findRunning(dataDir);
  if (!admin) throw new Error('The database of the benchmark does not run.');
  const client = await openClient(admin);
  await client.query('set role anon');
  return {
    url,
    key,
    client,
    async close() {
      await client.end();
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Ask = () => Promise<unknown>;

/** The same question three ways. */
async function waysOf(site: Site, search: Search) {
  if (search.wanted) return waysOfBoard(site, search);
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

// `npm run bench -- jobs api page` measures only these.
if (import.meta.main) {
  const asked = process.argv.slice(2);
  const wanted = allWays.filter((way) => asked.length === 0 || asked.includes(way));
  await benchJobs({ wanted });
}
