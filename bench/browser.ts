import { rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { makeDataDir } from '#test/support/engine.ts';
import { findBrowser } from '../commands/find-browser.ts';
import { demoVisitors } from './parts/demo-visitors.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';
import { visitTwice } from './parts/visit.ts';
import { ownScreens, publicPages, type VisitedPage } from './parts/visited-pages.ts';
import type { Vitals } from './parts/vitals.ts';

/**
 * Pages as a phone on slow 4G shows them: `npm run bench -- browser`, or `npm run bench -- browser
 * /jobs` for one, which is only printed.
 */
const rounds = 5;
const slowdown = 4;
const asked = process.argv.slice(2);

const explanation = `On an emulated phone in Chromium: 150 ms latency for each response, 1.6 Mbit/s down and 750 kbit/s up, a processor
throttled to a quarter. Each figure is the median of ${rounds} first visits with an empty cache, and of ${rounds} second ones
("again"). "Network" is the same moment with an unthrottled processor: what better code or a faster phone could not
improve. INP is the slowest press or key while the menu is opened, a field is typed into and a job is applied to;
browsers count in steps of 8 ms from 16 up. CLS is everything that moved by itself. "Turns" are responses that had
to be waited for one after the other. The browser speaks plain HTTP/1.1 to this machine: the latency is added to
each request and not to connecting, so a real first visit takes longer by DNS, TCP and TLS (two to three round
trips), and with HTTP/2 never waits for a free connection. A throttled processor gets a share of this one, so other
work on the machine increases all times, though not turns and KB.`;

type Visits = { cold: Vitals; again: Vitals };
type Taken = { slow: Visits[]; network: Visits };

const dataDir = makeDataDir('site-bench-browser-');
const executablePath = await findBrowser((step) => process.stdout.write(`${step} …\n`));
const { child, url } = await launchSite({
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
});
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  // External requests go nowhere. Not with Playwright's routing, which would disable the cache.
  args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
});
try {
  const { ids, sessions } = await demoVisitors(url);
  const see = (page: VisitedPage, slowdown: number) =>
    visitTwice(page, { browser, url, session: page.who && sessions[page.who], slowdown });

  const measure = async (pages: VisitedPage[]) => {
    const taken = new Map<VisitedPage, Taken>();
    for (const page of pages) {
      if (asked.length > 0 && !asked.includes(page.name)) continue;
      taken.set(page, { slow: [], network: await see(page, 1) });
    }
    // Round after round, so that a slow minute of the machine affects all of them alike.
    for (let round = 0; round < rounds; round += 1) {
      for (const [page, { slow }] of taken) slow.push(await see(page, slowdown));
    }
    return [...taken];
  };
  const limits = [atMost('INP ms', 100), atMost('CLS', 0.02)];

  const pages = await measure(publicPages(ids));
  report('browser', {
    title: 'Pages in the browser',
    explanation: `${explanation} LCP: the largest part of the page is painted.`,
    rows: pages.map(([page, taken]) => ({ page: page.name, ...figuresOf(taken, 'lcp', 'LCP') })),
    goals: [atMost('LCP ms', 1_200), atMost('again LCP ms', 1_200), ...limits],
    drawn: [],
  });

  const screens = await measure(ownScreens(ids));
  report('browser-screens', {
    title: 'Screens of signed-in people in the browser',
    explanation: `Like the pages above; a screen is usable when the first of a person's data is painted.`,
    rows: screens.map(([page, taken]) => ({
      screen: page.name,
      ...figuresOf(taken, 'usable', 'usable'),
    })),
    goals: [atMost('usable ms', 2_000), atMost('again usable ms', 800), ...limits],
    drawn: [],
  });
} finally {
  await browser.close();
  await end(child);
  rmSync(dataDir, { recursive: true, force: true });
}

function figuresOf({ slow, network }: Taken, moment: 'lcp' | 'usable', name: string) {
  const of = (visit: keyof Visits, figure: keyof Vitals) =>
    middle(slow.map((visits) => visits[visit][figure] ?? Number.NaN));
  const whole = (milliseconds = Number.NaN) => Math.round(milliseconds);
  return {
    [`${name} ms`]: whole(of('cold', moment)),
    'network ms': whole(network.cold[moment]),
    [`again ${name} ms`]: whole(of('again', moment)),
    'again network ms': whole(network.again[moment]),
    'INP ms': of('cold', 'inp'),
    CLS: Number(Math.max(of('cold', 'cls'), of('again', 'cls')).toFixed(3)),
    turns: of('cold', 'turns'),
    'again turns': of('again', 'turns'),
    requests: of('cold', 'requests'),
    KB: Number((of('cold', 'bytes') / 1_000).toFixed(0)),
    'again KB': Number((of('again', 'bytes') / 1_000).toFixed(0)),
  };
}

function middle(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}
