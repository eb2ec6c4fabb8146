import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeDataDir } from '#test/support/engine.ts';
import type { BareAnswer } from './parts/bare-server.ts';
import { end, launch, launchSite, nodeOptions } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atLeast, atMost } from './parts/result.ts';
import { takeTurns } from './parts/turns.ts';

/** What a browser sends; its views are counted. */
const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
};

/**
 * What is ready in memory, each beside a bare handler that sends the same bytes with the same
 * headers.
 */
async function benchPages() {
  const dataDir = makeDataDir('site-bench-');
  const site = await launchSite({ DATA_DIR: dataDir, PORT: '0' });
  const folder = mkdtempSync(join(tmpdir(), 'bare-'));
  try {
    const home = (await answerOf(`${site.url}/`)).body;
    const [script] =
      Buffer.from(home, 'base64')
        .toString()
        .match(/\/assets\/[^"]+\.js/) ?? [];
    const jobs = await (await fetch(`${site.url}/jobs`)).text();
    const [job] = jobs.match(/\/job\/[\da-f-]{36}/) ?? [];
    const rows = [];
    for (const { name, path = '', isAgain } of [
      { name: 'kept page', path: '/' },
      { name: 'kept page, again (304)', path: '/', isAgain: true },
      { name: 'kept page, plain', path: '/faq' },
      { name: 'script', path: script },
      { name: 'keys of tokens', path: '/auth/v1/.well-known/jwks.json' },
      { name: 'board', path: '/jobs' },
      { name: 'board, filtered', path: '/jobs?q=coder' },
      { name: 'job', path: job },
      { name: 'sitemap', path: '/sitemap.xml' },
    ]) {
      const url = site.url + path;
      const { headers: said } = await fetch(url, { headers: browser });
      const headers = { ...browser, ...(isAgain && { 'if-none-match': said.get('etag') ?? '' }) };
      const file = join(folder, 'answer.json');
      writeFileSync(file, JSON.stringify(await answerOf(url, headers)));
      const bare = await launch([...nodeOptions, 'bench/parts/bare-server.ts', file]);
      const { ours, most, kept } = await takeTurns({
        ours: { url, headers, pids: [site.child.pid] },
        most: { url: bare.url, headers, pids: [bare.child.pid] },
        kept: { url: `${site.url}/`, headers: browser, pids: [site.child.pid] },
      });
      await end(bare.child);
      rows.push({
        case: name,
        'requests/s': Math.round(ours.rate),
        'p99 ms': ours.p99,
        'bare requests/s': Math.round(most.rate),
        ratio: (ours.rate / most.rate).toFixed(2),
        'of a kept page': (ours.rate / kept.rate).toFixed(2),
        'µs CPU': Math.round(ours.work),
        'bare µs CPU': Math.round(most.work),
        'CPU ratio': (ours.work / most.work).toFixed(2),
      });
    }
    const keptRows = ['kept page', 'kept page, again (304)', 'kept page, plain', 'script'];
    report('pages', {
      title: 'Pages and files from memory',
      explanation: `What is ready in memory, beside a bare \`node:http\` handler that sends the same bytes with the same ready-made
headers, under the same heap settings. The ratio compares our rate to the bare handler's; "of a kept page" compares
it to the rate of \`/\` in the same turns. The CPU ratio compares our work to the bare handler's: less is better.`,
      rows,
      goals: [
        atLeast('ratio', 0.9, keptRows),
        atMost('CPU ratio', 1.15, keptRows),
        atLeast('of a kept page', 0.8, ['board', 'board, filtered', 'job']),
        // So few bytes that all the work is Node's own.
        atLeast('of a kept page', 1, ['keys of tokens']),
      ],
    });
  } finally {
    await end(site.child);
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The response as it goes over the wire, except for what Node adds by itself. */
async function answerOf(url: string, headers: Record<string, string> = {}): Promise<BareAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    ask(url, { headers }, resolve).on('error', reject).end(),
  );
  const { rawHeaders, statusCode = 0 } = response;
  const kept = rawHeaders.filter(
    (_, place) => !/^(date|connection|keep-alive)$/i.test(rawHeaders[place - (place % 2)] ?? ''),
  );
  return { status: statusCode, headers: kept, body: (await buffer(response)).toString('base64') };
}

if (import.meta.main) await benchPages();
