import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { demoJobs } from '#database/seed/demo-jobs.ts';
import * as links from '#domain/site/links.ts';
import { makeDataDir } from '#test/support/engine.ts';
import { ownCpuSeconds } from './parts/cpu-seconds.ts';
import { keepAsking } from './parts/keep-asking.ts';
import { end, launch } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

const pages = [
  { name: 'board', path: links.jobs },
  { name: 'board, one type', path: `${links.jobs}?type=Contract` },
  { name: 'board, a search', path: `${links.jobs}?q=analyst` },
  { name: 'board, nothing found', path: `${links.jobs}?q=lighthouse%20keeper` },
  { name: 'job', path: links.job(demoJobs(1, new Date())[0]?.id ?? '') },
  { name: 'sitemap', path: '/sitemap.xml' },
  { name: 'feed', path: links.jobsFeed },
  { name: 'no such page', path: '/no-such-page', status: '404' },
  { name: 'shell of a screen', path: links.candidate('00000000-0000-4000-8000-000000000000') },
];

/** Another checkout of this site, to be measured beside this one. */
const beside = process.env.BESIDE;
const wanted = process.argv.slice(2);

/**
 * What an uncached page costs the site's process. Processor time, so that a busy machine gives the
 * same result; the database's own is another process's.
 */
async function benchRendering({ turns = 7, requests = 60, atOnce = 4 } = {}) {
  const sites = [await open('.')];
  if (beside) sites.push(await open(beside));
  try {
    const asked = pages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    const taken = new Map<string, number[]>();
    // The first turns warm up.
    for (let turn = -2; turn < turns; turn += 1) {
      for (const { name, path, status } of asked) {
        for (const [place, { url, child }] of sites.entries()) {
          const before = ownCpuSeconds(child.pid);
          await keepAsking(url, Array(requests).fill(requestFor(path)), atOnce, status);
          const spent = ((ownCpuSeconds(child.pid) - before) * 1_000) / requests;
          const key = `${place} ${name}`;
          if (turn >= 0) taken.set(key, [...(taken.get(key) ?? []), spent]);
        }
      }
    }
    const rows = asked.map(({ name }) => {
      const [now, former] = [0, 1].map((place) => middle(taken.get(`${place} ${name}`) ?? []));
      return {
        page: name,
        'CPU ms': now?.toFixed(2),
        ...(beside && { 'before CPU ms': former?.toFixed(2) }),
        ...(beside && { 'of before': ((now ?? 0) / (former ?? 0)).toFixed(2) }),
      };
    });
    report('rendering', {
      title: 'Rendering a page',
      explanation: `What an uncached page costs the site's process, as under a host name that is not the site's: rendering, querying
the database and compressing; the database's own work is another process's. Beside it, in turns, the site as it was
before its pages were measured (\`BESIDE=FOLDER npm run bench -- rendering\`, with a checkout of 2da0e0e).`,
      rows,
      goals: [atMost('of before', 0.33, ['board', 'job', 'no such page'])],
      drawn: ['CPU ms'],
    });
  } finally {
    for (const { child, dataDir } of sites) {
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

async function open(folder: string) {
  const dataDir = makeDataDir('site-bench-rendering-');
  const program = resolve(folder, 'commands/run.mjs');
  const site = await launch([program, 'start'], {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  return { ...site, dataDir };
}

function requestFor(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: another.example\r\naccept-encoding: br\r\n\r\n`;
}

function middle(figures: number[]): number | undefined {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];
}

if (import.meta.main) await benchRendering();
