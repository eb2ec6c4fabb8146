import type { Page } from '@playwright/test';
import { wholePage } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { pages } from '../support/pages.ts';
import { newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectReflow } from '../support/reflow.ts';
import { everyLook, expectNoOverflow, expectSound, narrowAndWide } from '../support/sound.ts';
import { expectTabOrder, expectTabOrderInMain } from '../support/tab-order.ts';

type SitePage = (typeof pages)[number];

const withoutReact = { requests: 8, script: 15_000, total: 120_000 };
const limits: Record<SitePage['kind'], typeof withoutReact> = {
  content: withoutReact,
  board: withoutReact,
  screen: { requests: 36, script: 170_000, total: 400_000 },
};

for (const sitePage of pages) {
  const { path, kind, isPrivate } = sitePage;

  // One visit for everything: opening every page again for each check would take most of the
  // suite's time.
  const more = isPrivate ? '' : ', is walked through with Tab and loses nothing under zoom';
  test(`${path} describes itself, keeps to the budget of ${kind} pages, has nothing for axe to find${more}`, async ({
    page,
    context,
    server,
    complaints,
  }) => {
    if (sitePage.needsPerson) {
      await signInDirectly(context, server.url, await newPerson(server.url));
    }
    const isWhole = wholePages.includes(path);
    const requests = await countRequests(page);
    const library = sitePage.needsPerson && page.waitForResponse(/\/client-library-/);
    const response = await page.goto(path, { waitUntil: 'networkidle' });
    expect(response?.status()).toBe(200);
    if (library) {
      // It loads by itself, after everything else, and counts.
      await (await library).finished();
      await page.waitForLoadState('networkidle');
    }
    // The network may be idle before the browser has reported all sizes.
    await expect.poll(() => [...requests.values()].filter(({ isOver }) => !isOver)).toEqual([]);
    expectBudget(limits[kind], server.url, [...requests.values()]);
    await test.step('the head and the landmarks', () => expectFrame(page, sitePage));
    if (!isPrivate) {
      await test.step('the Tab key', () =>
        isWhole ? expectTabOrder(page) : expectTabOrderInMain(page));
    }
    await test.step('every width in both colour schemes', async () => {
      await expectSound(page, {
        looks: isWhole ? everyLook : undefined,
        part: isWhole ? wholePage : undefined,
      });
      await page.setViewportSize({ width: 768, height: 900 });
      await expectNoOverflow(page, '768 px wide');
    });
    if (!isPrivate) await test.step('zoom and spacing', () => expectReflow(page));
    expect(complaints).toEqual([]);
  });
}

test('no two pages share a title or a description', async ({ request }) => {
  const heads = await Promise.all(
    pages.map(async ({ path }) => {
      const html = await (await request.get(path)).text();
      return {
        title: html.match(/<title>([^<]*)/)?.[1],
        description: html.match(/<meta name="description" content="([^"]*)/)?.[1],
      };
    }),
  );
  expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(pages.length);
});

test('the accessibility statement describes the checks in this file', async ({ request }) => {
  const said = (await (await request.get('/accessibility')).text()).replaceAll('\u00a0', ' ');
  const widths = [...new Set(everyLook.map(([width]) => width))];
  expect(wholePages).toHaveLength(4);
  for (const words of [
    ...narrowAndWide.map(([width, scheme]) => `${width} pixels wide in ${scheme}`),
    `checks four pages at ${widths.slice(0, -1).join(', ')} and ${widths.at(-1)} pixels in both`,
  ]) {
    expect(said).toContain(words);
  }
});

async function expectFrame(page: Page, { path, kind, isPrivate, isAsListed }: SitePage) {
  await expect
    .poll(() => page.evaluate(readFrame))
    .toEqual({ titles: 1, skipped: [], language: 'en', banners: 1, mains: 1, footers: 1 });
  expect((await page.title()).length).toBeGreaterThan(10);
  const description = await page.locator('meta[name=description]').getAttribute('content');
  expect(description?.length).toBeGreaterThan(50);
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
  expect(new URL(canonical ?? '').pathname).toBe(path);
  if (!isAsListed) {
    await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(isPrivate ? 1 : 0);
  }
  if (kind === 'screen') {
    const room = await page.evaluate(() => {
      const footer = document.querySelector('footer');
      return (footer?.getBoundingClientRect().top ?? 0) + scrollY - innerHeight;
    });
    expect(room, 'what arrives must not push a footer in sight').toBeGreaterThanOrEqual(0);
  }
}

/** Runs in the page, in one go: querying one role after the other takes ten times as long. */
function readFrame() {
  const levels = [...document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')].map(
    ({ tagName }) => Number(tagName[1]),
  );
  /** A header or footer within a part of the page is not a landmark. */
  const count = (landmark: string) =>
    [...document.querySelectorAll(landmark)].filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true }) &&
        !each.parentElement?.closest('article, aside, main, nav, section'),
    ).length;
  return {
    titles: document.querySelectorAll('h1').length,
    skipped: levels.filter((level, index) => level - (levels[index - 1] ?? level) > 1),
    language: document.documentElement.lang,
    banners: count('header, [role=banner]'),
    mains: count('main, [role=main]'),
    footers: count('footer, [role=contentinfo]'),
  };
}

type Sent = { url: string; type: string; bytes: number; head: number; isOver: boolean };

function expectBudget(limit: typeof withoutReact, ownUrl: string, requests: Sent[]) {
  const sent = requests.filter(({ url }) => !url.startsWith('data:'));
  const bytes = (chosen: Sent[]) => chosen.reduce((sum, each) => sum + each.bytes, 0);
  expect(sent.filter(({ url }) => !url.startsWith(ownUrl)).map(({ url }) => url)).toEqual([]);
  expect(sent.length).toBeLessThanOrEqual(limit.requests);
  // Six requests run at a time, and a screen's document contains the addresses it needs.
  expect(sent.map(({ url }) => new URL(url).pathname)).not.toContain('/config.json');
  const scripts = sent.filter(({ type }) => type === 'Script');
  // The script bodies only; their headers count towards the total.
  expect(bytes(scripts) - scripts.reduce((sum, { head }) => sum + head, 0)).toBeLessThanOrEqual(
    limit.script,
  );
  expect(bytes(sent)).toBeLessThanOrEqual(limit.total);
}

/**
 * Header and footer are the same everywhere, so only these pages get every check: outside the menu,
 * in it, on a screen, and signed in. On other pages their own part is checked on a phone and on a
 * dark desktop, and measured on a tablet. Only these are walked with Tab through header and footer,
 * and back with Shift+Tab.
 */
const wholePages = ['/', '/about', '/auth', '/account'];

/** Everything that goes over the wire from now on, as the browser counts it. */
async function countRequests(page: Page) {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  // One browser visits them all, and what it has cached would weigh nothing.
  await wire.send('Network.clearBrowserCache');
  // The previous page's process has a memory cache, which it drops when caching is turned off.
  for (const cacheDisabled of [true, false]) {
    await wire.send('Network.setCacheDisabled', { cacheDisabled });
  }
  const requests = new Map<string, Sent>();
  wire.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
    requests.set(requestId, { url: request.url, type, bytes: 0, head: 0, isOver: false });
  });
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request) request.head = response.encodedDataLength;
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { bytes: encodedDataLength, isOver: true });
  });
  wire.on('Network.loadingFailed', ({ requestId }) => {
    const request = requests.get(requestId);
    if (request) request.isOver = true;
  });
  return requests;
}
