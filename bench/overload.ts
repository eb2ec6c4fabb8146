import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atLeast } from './parts/result.ts';

const crowdSize = 1_000;

/**
 * What is left of the site's speed after a crowd has asked for pages that nobody keeps, and has gone
 * without waiting for them: the pages of each of the next seconds beside those of the seconds before.
 */
async function benchOverload({ secondsBefore = 5, secondsAfter = 10, patience = 5_000 } = {}) {
  const dataDir = makeDataDir('site-bench-overload-');
  const { child, url } = await launchSite({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    // Each of the crowd is a client of its own.
    TRUST_PROXY: 'true',
    SITE_URL: 'http://127.0.0.1:3000',
  });
  try {
    await pagesOf(url, 2); // warms up
    const cpuBefore = cpuSeconds(child.pid);
    const before: number[] = [];
    for (let second = 0; second < secondsBefore; second += 1) before.push(await pagesOf(url, 1));
    const aPage = (cpuSeconds(child.pid) - cpuBefore) / sum(before);

    const crowd = Array.from({ length: crowdSize }, (_, place) => arrive(url, place));
    await new Promise((resolve) => setTimeout(resolve, patience));
    const answers = crowd.map(({ status }) => status());
    for (const { socket } of crowd) socket.destroy();

    const usual = sum(before) / secondsBefore;
    const rows = [];
    for (let second = 1; second <= secondsAfter; second += 1) {
      const cpuThen = cpuSeconds(child.pid);
      const pages = await pagesOf(url, 1);
      rows.push({
        'after the crowd': `second ${second}`,
        pages,
        'of before': (pages / usual).toFixed(2),
        // Beside pages that somebody waits for nothing else is drawn.
        'CPU a page, of before': ((cpuSeconds(child.pid) - cpuThen) / pages / aPage).toFixed(2),
      });
    }
    const told =
      `${usual.toFixed(0)} pages a second before. Of the crowd ${answers.filter((each) => each === 200).length} had a page, ` +
      `${answers.filter((each) => each === 503).length} were told to come again, ${answers.filter((each) => !each).length} left waiting.`;
    process.stdout.write(`${told}\n`);
    report('overload', {
      title: 'After an overload',
      explanation: `The pages that ten visitors get in each second after ${crowdSize} clients asked for pages that nobody keeps and left
without waiting, beside the seconds before: 1.00 is full speed, and nothing drawn for those who left. ${told}`,
      rows,
      goals: [atLeast('of before', 0.9)],
      drawn: ['CPU a page, of before'],
    });
  } finally {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

let asked = 0;

/** Another address each time: it cannot be kept. */
function searchNeverAsked(): string {
  asked += 1;
  return `/jobs?q=analyst+${asked}`;
}

/** How many pages ten visitors get in that time. */
async function pagesOf(url: string, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let pages = 0;
  const visitors = Array.from({ length: 10 }, async (_, visitor) => {
    while (performance.now() < until) {
      const headers = { 'x-forwarded-for': `203.0.113.${visitor}` };
      const response = await fetch(url + searchNeverAsked(), { headers });
      await response.arrayBuffer();
      if (response.status === 200) pages += 1;
    }
  });
  await Promise.all(visitors);
  return pages;
}

/** One of the crowd: asks once, and notes what it was told. */
function arrive(url: string, place: number): { socket: Socket; status(): number | undefined } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let status: number | undefined;
  socket.on('error', () => {});
  socket.once('data', (chunk) => {
    status = Number(chunk.subarray(9, 12));
  });
  socket.write(
    `GET ${searchNeverAsked()} HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: 198.51.${place >> 8}.${place & 255}\r\n\r\n`,
  );
  return { socket, status: () => status };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

if (import.meta.main) await benchOverload();
