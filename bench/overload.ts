import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atLeast } from './parts/result.ts';

const crowdSize = 1_000;

/**
 * What is left of the site's speed after a crowd has asked for pages that nobody keeps, and has gone after a
 * second. Another site that met no crowd is asked at the same moments, because the machine of the minute after is not
 * the one of before.
 */
async function benchOverload({ patience = 1_000 } = {}) {
  const dataDir = makeDataDir('site-bench-overload-');
  const launchOne = (name: string) =>
    launchSite({
      DATA_DIR: join(dataDir, name),
      PORT: '0',
      LOG_LEVEL: 'silent',
      // Each of the crowd is a client of its own.
      TRUST_PROXY: 'true',
      SITE_URL: 'http://127.0.0.1:3000',
    });
  const { child, url } = await launchOne('crowded');
  const calm = await launchOne('calm');
  async function measure(seconds: number) {
    const cpuBefore = cpuSeconds(child.pid);
    const begun = performance.now();
    const [pages, ofCalm] = await Promise.all([pagesOf(url, seconds), pagesOf(calm.url, seconds)]);
    const rate = (pages / (performance.now() - begun)) * 1_000;
    return { rate, work: (cpuSeconds(child.pid) - cpuBefore) / pages, share: pages / ofCalm };
  }
  try {
    await Promise.all([pagesOf(url, 10), pagesOf(calm.url, 10)]); // warms up
    const before = await measure(8);
    const crowd = Array.from({ length: crowdSize }, (_, place) => arrive(url, place));
    let answers: (number | undefined)[] = [];
    const left = new Promise<void>((resolve) => {
      setTimeout(() => {
        answers = crowd.map(({ status }) => status());
        for (const { socket } of crowd) socket.destroy();
        resolve();
      }, patience);
    });
    const during = await measure(patience / 1_000);
    await left;
    const after = [];
    for (const [name, seconds] of [
      ['second 1', 1],
      ['seconds 2 to 10', 9],
      ['seconds 11 to 60', 50],
    ] as const) {
      after.push({ when: `${name} after they left`, ...(await measure(seconds)) });
    }
    const rows = [
      { when: 'before', ...before },
      { when: `while ${crowdSize} wait`, ...during },
      ...after,
    ].map(({ when, rate, work, share }) => ({
      when,
      'pages/s': rate.toFixed(1),
      'of before': (share / before.share).toFixed(2),
      'CPU ms a page': (work * 1_000).toFixed(1),
      // More than 1 where something is drawn that nobody waits for.
      'CPU of before': (work / before.work).toFixed(2),
    }));
    const had = (wanted: number | undefined) => answers.filter((each) => each === wanted).length;
    const told = `Of the crowd ${had(200)} had a page when they left, ${had(503)} had been told to come again, and ${had(undefined)} pages were never drawn or sent.`;
    process.stdout.write(`${told}\n`);
    report('overload', {
      title: 'After an overload',
      explanation: `The pages that ten visitors get before, while ${crowdSize} clients wait for a search that nobody keeps, and in the minute
after they have left, a second later. Ten others ask a second site at the same moments, which no crowd comes to; "of before" is
the share of its pages: 1.00 is full speed, and nothing drawn for those who left. ${told}`,
      rows,
      goals: [
        atLeast(
          'of before',
          0.9,
          after.map(({ when }) => when),
        ),
      ],
      drawn: ['CPU of before'],
    });
  } finally {
    await Promise.all([end(child), end(calm.child)]);
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

if (import.meta.main) await benchOverload();
