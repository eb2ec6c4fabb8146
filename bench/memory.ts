import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { end, launchSite } from './parts/launch.ts';
import { askMemory, megabytes, memoryOf, tellingMemory } from './parts/look-at-memory.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

/**
 * How much memory the site's process holds after 100,000 requests of every kind, and whether it
 * keeps growing for ten minutes: `npm run bench -- memory`. For a quick look: `-- memory --requests
 * 30000 --minutes 0`.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    requests: { type: 'string', default: '100000' },
  },
});
const step = 10_000;
const wanted = Number(values.requests);
const demo = { email: 'member@demo.example', password: 'demo-password-2026' };

const agent = new Agent({ keepAlive: true, maxSockets: 20 });
const statuses = new Map<number, number>();
const dataDir = makeDataDir('site-bench-memory-');
const { child, url } = await launchSite({
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'silent',
  NODE_ENV: 'production',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${tellingMemory}`,
  // Many clients, and one person who may sign in as often as the benchmark needs.
  TRUST_PROXY: 'true',
  SITE_URL: 'http://127.0.0.1:3000',
  AUTH_LIMIT_TOKENS: '1000000/60',
});
try {
  const rows = [await look('ready')];
  const requests = await mixed();
  const cpu = cpuSeconds(child.pid);
  const begin = performance.now();
  const minutes = () => (performance.now() - begin) / 60_000;
  const seen: { minutes: number; rss: number }[] = [];
  let sent = 0;
  while (sent < wanted || minutes() < Number(values.minutes)) {
    await send(requests);
    sent += step;
    seen.push({ minutes: minutes(), rss: memoryOf(child, 'VmRSS') });
    process.stdout.write(`${sent} requests: ${seen.at(-1)?.rss} MB\n`);
    if (sent === step || sent === wanted) rows.push(await look(`after ${sent}`));
  }
  const half = seen.slice(seen.length >> 1);
  const perRequest = ((cpuSeconds(child.pid) - cpu) / sent) * 1_000;
  const last = {
    ...(await look('at the end')),
    most: Math.max(...seen.map(({ rss }) => rss)),
    'CPU ms a request': perRequest.toFixed(2),
    'MB a minute':
      half.length > 2
        ? slope(half.map(({ minutes, rss }) => [minutes, rss])).toFixed(2)
        : 'too few figures',
  };
  const held = await look('after a collection', 'SIGWINCH');
  process.stdout.write(`${minutes().toFixed(1)} minutes: ${JSON.stringify([...statuses])}\n`);
  report('memory', {
    title: 'Memory',
    explanation: `The memory of the site's process while ${sent} requests of every kind come in ${minutes().toFixed(0)} minutes, twenty at a time: pages,
cached and not, the table API, sign-ins and mistakes. Its PostgreSQL is not counted. "Of files" is program code,
which other processes may share; the heap is JavaScript's, both the part in use and the total; "outside" are
buffers and what libraries hold. "MB a minute" is the trend of the second half. The last row is after a forced
collection.`,
    rows: [...rows, last, held],
    goals: [
      atMost('MB', 300, [`after ${wanted}`, 'at the end']),
      atMost('MB a minute', 1, ['at the end']),
    ],
    drawn: ['MB'],
  });
} finally {
  agent.destroy();
  await end(child);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Kept, cached and rendered pages, filters, single jobs, the table API, sign-ins, and mistakes. */
async function mixed(): Promise<Asked[]> {
  const { supabaseKey: key } = await (await fetch(`${url}/config.json`)).json();
  const page = await fetch(url);
  await page.text();
  const tag = page.headers.get('etag') ?? '';
  const jobs = await (await fetch(`${url}/jobs`)).text();
  const jobPaths = [...new Set([...jobs.matchAll(/"(\/job\/[\w-]+)"/g)].map(([, path]) => path))];
  const api = { apikey: key };
  const pages = [
    '/',
    '/faq',
    '/organizations',
    '/jobs',
    '/sitemap.xml',
    '/about',
    '/jobs/feed.xml',
    ...jobPaths,
  ];
  const terms = ['analyst', 'coder', 'remote', 'data', 'ai', 'nurse', 'zq'];
  const kinds = ['', 'Contract', 'Full-time', 'Part-time'];
  const signIn: Asked = {
    path: '/auth/v1/token?grant_type=password',
    method: 'POST',
    headers: { ...api, 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  };
  return Array.from({ length: step }, (_, n): Asked => {
    const headers = { 'x-forwarded-for': `198.51.${(n >> 8) & 255}.${n & 255}` };
    if (n % 500 === 0) return { ...signIn, headers: { ...signIn.headers, ...headers } };
    const ways: Asked[] = [
      { path: pages[n % pages.length] ?? '/' },
      { path: pages[(n >> 3) % pages.length] ?? '/', headers: { 'accept-encoding': 'br' } },
      { path: `/jobs?q=${terms[n % terms.length]}${n % 30}&type=${kinds[n % kinds.length]}` },
      { path: `/jobs?type=${kinds[n % kinds.length]}&utm_source=${n}` },
      { path: `/rest/v1/jobs?select=id,title&limit=20&offset=${n % 40}`, headers: api },
      { path: `/nothing-${n}` },
      { path: '/', method: 'HEAD' },
      { path: '/', headers: { 'if-none-match': tag } },
      { path: `/faq?utm_source=${n}` },
      { path: '/health' },
    ];
    const way = ways[n % ways.length] ?? { path: '/' };
    return { ...way, headers: { ...way.headers, ...headers } };
  });
}

type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string };

/** Twenty at a time, over keep-alive connections. */
async function send(requests: Asked[]) {
  const waiting = requests.values();
  await Promise.all(
    Array.from({ length: agent.maxSockets }, async () => {
      for (const one of waiting) await ask(one);
    }),
  );
}

function ask({ path, method = 'GET', headers, body }: Asked): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(url + path, { agent, method, headers }, (response) => {
      const status = response.statusCode ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      response.resume().on('end', resolve);
    });
    asking.on('error', reject).end(body);
  });
}

async function look(when: string, signal?: 'SIGWINCH') {
  const { heapUsed, heapTotal, external } = await askMemory(child, signal);
  return {
    when,
    MB: memoryOf(child, 'VmRSS'),
    'of its own': memoryOf(child, 'RssAnon'),
    'of files': memoryOf(child, 'RssFile'),
    'heap used': megabytes(heapUsed),
    'heap given': megabytes(heapTotal),
    outside: megabytes(external),
  };
}

/** Of the line of best fit. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (place: 0 | 1) =>
    points.reduce((sum, point) => sum + point[place], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const across = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  return across / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
}
