import type { Browser, Page } from '@playwright/test';
import { findBarriers } from '../support/barriers.ts';
import { expect, test, watch } from '../support/browser.ts';
import { pages } from '../support/pages.ts';
import { newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectReflow } from '../support/reflow.ts';

type SitePage = (typeof pages)[number];

const withoutReact = { requests: 8, script: 15_000, total: 120_000 };
const limits: Record<SitePage['kind'], typeof withoutReact> = {
  content: withoutReact,
  board: withoutReact,
  screen: { requests: 40, script: 170_000, total: 400_000 },
};

for (const sitePage of pages) {
  const { path, kind } = sitePage;

  // One visit for all of it: to open every page three times would take most of the suite's minutes.
  test(`${path} says what it is, keeps to the budget of ${kind} pages, has nothing for axe to find and loses nothing under zoom`, async ({
    browser,
    server,
  }) => {
    const { page, complaints } = await enter(browser, server.url, sitePage);
    const requests = await countRequests(page);
    const response = await page.goto(server.url + path, { waitUntil: 'networkidle' });
    expect(response?.status()).toBe(200);
    expectBudget(limits[kind], server.url, [...requests.values()]);
    await test.step('the head and the landmarks', () => expectFrame(page, sitePage));
    await test.step('every width in both schemes', () => expectNoBarriers(page));
    if (!sitePage.isPrivate) await test.step('zoom and spacing', () => expectReflow(page));
    expect(complaints).toEqual([]);
    await page.context().close();
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

async function expectFrame(page: Page, { path, isPrivate }: SitePage) {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    await expect(page.getByRole(landmark)).toHaveCount(1);
  }
  expect((await page.title()).length).toBeGreaterThan(10);
  const description = await page.locator('meta[name=description]').getAttribute('content');
  expect(description?.length).toBeGreaterThan(50);
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
  expect(new URL(canonical ?? '').pathname).toBe(path);
  await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(isPrivate ? 1 : 0);
}

type Sent = { url: string; type: string; bytes: number; head: number };

function expectBudget(limit: typeof withoutReact, ownUrl: string, requests: Sent[]) {
  const sent = requests.filter(({ url }) => !url.startsWith('data:'));
  const bytes = (chosen: Sent[]) => chosen.reduce((sum, each) => sum + each.bytes, 0);
  expect(sent.filter(({ url }) => !url.startsWith(ownUrl)).map(({ url }) => url)).toEqual([]);
  expect(sent.length).toBeLessThanOrEqual(limit.requests);
  const scripts = sent.filter(({ type }) => type === 'Script');
  // The scripts themselves; what surrounds them on the wire is in the sum of everything.
  expect(bytes(scripts) - scripts.reduce((sum, { head }) => sum + head, 0)).toBeLessThanOrEqual(
    limit.script,
  );
  expect(bytes(sent)).toBeLessThanOrEqual(limit.total);
}

/** All that another scheme can change: the page is the same otherwise. */
const ofColour = ['color-contrast', 'link-in-text-block'];

async function expectNoBarriers(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await findBarriers(page), `${width} px wide, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findBarriers(page, undefined, ofColour), `${width} px wide, dark`).toEqual([]);
  }
}

/** A browser of its own for the page, signed in where the screen asks for it. */
async function enter(browser: Browser, baseURL: string, { needsPerson }: SitePage) {
  const context = await browser.newContext();
  if (needsPerson) await signInDirectly(context, baseURL, await newPerson(baseURL));
  const page = await context.newPage();
  const complaints: string[] = [];
  watch(page, complaints);
  return { page, complaints };
}

/** What goes over the wire from now on, by the browser's own count. */
async function countRequests(page: Page) {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const requests = new Map<string, Sent>();
  wire.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
    requests.set(requestId, { url: request.url, type, bytes: 0, head: 0 });
  });
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request) request.head = response.encodedDataLength;
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return requests;
}
