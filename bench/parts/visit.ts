import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Step, VisitedPage } from './visited-pages.ts';
import { type Vitals, watchVitals } from './vitals.ts';

/** An average phone on slow 4G, with Lighthouse's figures. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** After this many milliseconds without a request or a response, a page is complete. */
const quiet = 400;
/** `memberId`: for what signing in stores about a membership. */
export type Session = { key: string; value: string; memberId?: string | undefined };
type Visitor = { browser: Browser; url: string; session: Session | undefined; slowdown: number };

/** With an empty cache, then once more; the steps are only done on the first visit. */
export async function visitTwice(page: VisitedPage, visitor: Visitor) {
  const context = await visitor.browser.newContext(phone);
  try {
    await context.addInitScript(watchVitals, page.data);
    if (visitor.session) await context.addInitScript(keepSession, visitor.session);
    const cold = await visit(context, page, visitor, page.steps);
    const again = await visit(context, page, visitor, []);
    return { cold, again };
  } finally {
    await context.close();
  }
}

async function visit(
  context: BrowserContext,
  { path, data }: VisitedPage,
  { url, slowdown }: Visitor,
  steps: Step[],
): Promise<Vitals> {
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', slow4G);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  let last = performance.now();
  wire.on('Network.requestWillBeSent', () => (last = performance.now()));
  wire.on('Network.loadingFinished', () => (last = performance.now()));
  await page.goto(url + path);
  if (data) await until(wire, 'window.vitals().usable !== undefined');
  // A screen signals when React has hydrated it, which on a slow phone is long after its last file.
  await until(
    wire,
    '!document.body.dataset.hydrate || !!document.documentElement.dataset.hydrated',
  );
  last = performance.now();
  while (performance.now() - last < quiet) await page.waitForTimeout(quiet / 5);
  const arrived = await page.evaluate(() => window.vitals());
  for (const step of steps) await take(page, step);
  const { interactions, inp, cls } = await page.evaluate(() => window.vitals());
  await page.close();
  return { ...arrived, interactions, inp, cls };
}

/**
 * Polled over the browser's own protocol: Playwright's waiting injects a script, which costs a slow
 * page 40 ms. And rarely, because each poll costs a little, too.
 */
async function until(wire: CDPSession, expression: string) {
  for (let times = 0; times < 240; times += 1) {
    const { result } = await wire.send('Runtime.evaluate', { expression });
    if (result.value === true) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`For a minute it was not so: ${expression}`);
}

/**
 * By coordinates instead of Playwright's own clicking, whose checks would run in the page that is
 * measured.
 */
async function take(page: Page, { press, type }: Step) {
  const place = await page.evaluate((selector) => {
    const element = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    element?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = element?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, press);
  if (!place) throw new Error(`${page.url()} shows no ${press}.`);
  await page.touchscreen.tap(place.x, place.y);
  if (type) await page.keyboard.type(type, { delay: 60 });
  // The browser reports an event's duration once the next frame has been painted.
  await page.waitForTimeout(300);
}

function keepSession({ key, value, memberId }: Session) {
  localStorage.setItem(key, value);
  if (memberId) localStorage.setItem('member', memberId);
}
