import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import * as links from '#domain/site/links.ts';
import { makeDataDir } from '#test/support/engine.ts';
import { jobRow } from '#test/support/jobs.ts';
import { freePort } from '#test/support/own-server.ts';
import { end, launchSite } from './parts/launch.ts';
import { hasNginx, startNginx } from './parts/nginx.ts';
import { report } from './parts/report.ts';
import { atLeast, atMost } from './parts/result.ts';
import { takeTurns } from './parts/turns.ts';

const packed = { 'accept-encoding': 'gzip, deflate, br' };
const paths = ['/', '/faq', '/jobs'];
const [publishableKey, secretKey] = ['sb_publishable_bench', `sb_secret_${'bench'.repeat(8)}`];

/**
 * What our proxy configuration serves from its cache, beside the same nginx serving the same bytes
 * as a file, and how long a change takes to come through it.
 */
async function benchProxy() {
  if (!hasNginx()) {
    process.stdout.write('nginx is not installed: apt-get install nginx-light\n');
    return;
  }
  const dataDir = makeDataDir('site-bench-');
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  chmodSync(folder, 0o755); // nginx's workers run as a user of their own
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    TRUST_PROXY: 'true',
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
  };
  const start = (more = {}) => launchSite({ ...settings, ...more });
  let site = await start();
  let nginx: ChildProcess | undefined;
  try {
    const started = await startNginx(folder, new URL(site.url).host, await filesOf(site.url));
    nginx = started.child;
    await measureSpeed(started.urls, nginx.pid);
    const jobs = await measureClosings(site.url, started.urls.proxy);

    // A kept page only changes at a start: this setting appears on it.
    await readText(`${started.urls.proxy}${links.signIn}`);
    await end(site.child);
    site = await start({ AUTH_PASSWORD_MIN_LENGTH: '17' });
    const isThere = (html: string) => html.includes('17');
    await until(site.url + links.signIn, isThere);
    const kept = await until(started.urls.proxy + links.signIn, isThere);
    report('proxy-changes', {
      title: 'Until a change is seen through the proxy',
      explanation: `Jobs are closed one after the other while everything is requested through nginx: the time from the response that a
job is closed until the board and its page say so. A kept page changes when the site is restarted: the time from
the moment at which the site itself serves the new one.`,
      rows: [...jobs, { page: 'kept page', times: 1, 'longest ms': Math.round(kept) }],
      goals: [atMost('longest ms', 1_000)],
    });
  } finally {
    if (nginx) await end(nginx);
    await end(site.child);
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function filesOf(url: string) {
  return Promise.all(
    paths.map(async (path, place) => {
      const { headers } = await fetch(url + path, { headers: packed });
      const html = await readText(url + path);
      return { name: String(place), body: brotliCompressSync(html), headers: [...headers] };
    }),
  );
}

async function measureSpeed(urls: { proxy: string; files: string }, pid: number | undefined) {
  const rows = [];
  for (const [place, path] of paths.entries()) {
    const way = { headers: packed, pids: [pid] };
    const ways = {
      proxied: { ...way, url: urls.proxy + path },
      files: { ...way, url: `${urls.files}/${place}` },
    };
    const { proxied, files } = await takeTurns(ways, { turns: 13 });
    rows.push({
      page: path,
      'requests/s': Math.round(proxied.rate),
      'files requests/s': Math.round(files.rate),
      ratio: (proxied.rate / files.rate).toFixed(2),
      'µs CPU': proxied.work.toFixed(1),
      'files µs CPU': files.work.toFixed(1),
      'CPU ratio': (proxied.work / files.work).toFixed(2),
    });
  }
  report('proxy', {
    title: 'Behind the proxy',
    explanation: `What nginx with the configuration in \`deploy/nginx.conf\` serves from its cache, beside the same nginx serving the
same bytes as a file with the same headers. The CPU ratio compares the cache's work to the file's: less is better.`,
    rows,
    goals: [atLeast('ratio', 0.95)],
    drawn: ['CPU ratio'],
  });
}

/**
 * Posts jobs and closes them one after the other, each time at another moment within the second.
 */
async function measureClosings(site: string, proxy: string, times = 12) {
  const { id: poster } = await ask<{ id: string }>(`${site}/auth/v1/admin/users`, 'POST', {
    email: 'poster@bench.example',
    password: 'Lantern-47-harbor',
    email_confirm: true,
  });
  const longest = { board: 0, job: 0 };
  for (let time = 0; time < times; time += 1) {
    const [{ id = '' } = {}] = await ask<{ id: string }[]>(
      `${site}/rest/v1/jobs`,
      'POST',
      jobRow(poster),
    );
    const job = links.job(id);
    await until(proxy + links.jobs, (html) => html.includes(id));
    await until(proxy + job, (html) => html.includes('data-apply'));
    await ask(`${site}/rest/v1/jobs?id=eq.${id}`, 'PATCH', { is_active: false });
    const [board, page] = await Promise.all([
      until(proxy + links.jobs, (html) => !html.includes(id)),
      until(proxy + job, (html) => !html.includes('data-apply')),
    ]);
    longest.board = Math.max(longest.board, board);
    longest.job = Math.max(longest.job, page);
  }
  return Object.entries(longest).map(([page, most]) => ({
    page,
    times,
    'longest ms': Math.round(most),
  }));
}

async function ask<Answer>(url: string, method: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      apikey: secretKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Polls until the page says so; returns how many milliseconds that took. */
async function until(url: string, isThere: (html: string) => boolean): Promise<number> {
  const begun = performance.now();
  while (!isThere(await readText(url))) {
    if (performance.now() - begun > 20_000) throw new Error(`${url} stays as it was.`);
  }
  return performance.now() - begun;
}

async function readText(url: string): Promise<string> {
  return (await fetch(url)).text();
}

if (import.meta.main) await benchProxy();
