import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atLeast } from './parts/result.ts';

const crowdSize = 1_000;

/**
 * How much of the site's speed is left after a crowd has requested uncached pages and left after a
 * second. Another site without a crowd gets requests at the same moments, because the machine may
 * be slower a minute later than it was before. Several crowds come, because a second has too few
 * pages to notice a tenth.
 */
async function benchOverload({ patience = 1_000, crowds = 5 } = {}) {
  const dataDir = makeDataDir('site-bench-overload-');
  const launchOne = (name: string) =>
    launchSite({
      DATA_DIR: join(dataDir, name),
      PORT: '0',
      LOG_LEVEL: 'silent',
      // Everybody in the crowd is a separate client.
      TRUST_PROXY: 'true',
      SITE_URL: 'http://127.0.0.1:3000',
    });
  const { child, url } = await launchOne('crowded');
  const calm = await launchOne('calm');
  async function measure(seconds: number) {
    const cpuOf = () => [child, calm.child].map(({ pid }) => cpuSeconds(pid));
    const cpuBefore = cpuOf();
    const begun = performance.now();
    const [pages, ofCalm] = await Promise.all([pagesOf(url, seconds), pagesOf(calm.url, seconds)]);
    const rate = (pages / (performance.now() - begun)) * 1_000;
    const [spent = 0, calmSpent = 0] = cpuOf().map((now, place) => now - (cpuBefore[place] ?? 0));
    const work = spent / pages;
    return { rate, work, share: pages / ofCalm, workShare: work / (calmSpent / ofCalm) };
  }
  try {
    await Promise.all([pagesOf(url, 10), pagesOf(calm.url, 10)]); // warms up
    const before = await measure(8);
    const answers: (number | undefined)[] = [];
    const during: Measured[] = [];
    const atOnce: Measured[] = [];
    const soon: Measured[] = [];
    for (let time = 0; time < crowds; time += 1) {
      const crowd = Array.from({ length: crowdSize }, (_, place) => arrive(url, place));
      const left = delay(patience).then(() => {
        answers.push(...crowd.map(({ status }) => status()));
        for (const { socket } of crowd) socket.destroy();
      });
      during.push(await measure(patience / 1_000));
      await left;
      atOnce.push(await measure(1));
      soon.push(await measure(9));
    }
    const after = [
      { when: 'second 1 after they left', ...middle(atOnce) },
      { when: 'seconds 2 to 10 after they left', ...middle(soon) },
      { when: 'seconds 11 to 60 after they left', ...(await measure(50)) },
    ];
    const rows = [
      { when: 'before', ...before },
      { when: `while ${crowdSize} wait`, ...middle(during) },
      ...after,
    ].map(({ when, rate, work, share, workShare }) => ({
      when,
      'pages/s': rate.toFixed(1),
      'of before': (share / before.share).toFixed(2),
      'CPU ms a page': (work * 1_000).toFixed(1),
      // More than 1 if pages are rendered that nobody waits for.
      'CPU of before': (workShare / before.workShare).toFixed(2),
    }));
    const had = (wanted: number | undefined) => answers.filter((each) => each === wanted).length;
    const told = `Of the ${answers.length}, ${had(200)} had a page when they left, ${had(503)} had been told to come again, and ${had(undefined)} pages were never rendered or sent.`;
    process.stdout.write(`${told}\n`);
    report('overload', {
      title: 'After an overload',
      explanation: `The pages that ten visitors get before ${crowdSize} clients request an uncached search, while they wait, and in the minute
after they leave, one second later. At the same moments ten others use a second site that has no crowd: "of before"
is the number of pages in proportion to that site, and "CPU of before" the processor time per page: 1.00 is full
speed, with nothing rendered for those who left. ${crowds} crowds come, ten seconds apart, and the figures up to then are
their medians. ${told}`,
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

type Measured = { rate: number; work: number; share: number; workShare: number };

/** The median of each figure. */
function middle(measured: Measured[]): Measured {
  const of = (figure: keyof Measured) =>
    measured.map((each) => each[figure]).toSorted((a, b) => a - b)[
      Math.floor(measured.length / 2)
    ] ?? 0;
  return { rate: of('rate'), work: of('work'), share: of('share'), workShare: of('workShare') };
}

let asked = 0;

/** A new address each time, so that it cannot be cached. */
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

/** One of the crowd: makes one request, and records the response. */
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
