import { type BrowserContext, test as base, type CDPSession, type Page } from '@playwright/test';
import { emptyStores } from './empty-stores.ts';
import { keepContext, tellAddress } from './one-context.ts';
import { bringOneScript } from './one-script.ts';
import { keepOthers } from './other-browsers.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';

export { expect } from '@playwright/test';

// Node runs these files as they are written, line by line. To look for the place of every call in a map that is not there,
// as Playwright does, costs a tenth of a worker's time.
Reflect.deleteProperty(Error, 'prepareStackTrace');

type Fixtures = {
  /** Whether the page runs its scripts. One that it opens beside itself does, in Chromium. */
  runsScripts: boolean;
  /** What the page complained of: console errors, exceptions, violations of the policy. */
  complaints: string[];
};

type Worker = { server: TestServer; others: ReturnType<typeof keepOthers> | undefined };

/** All people of a worker share one address, and some ask for several letters in a minute. */
export const patient = {
  AUTH_LIMIT_LETTERS_PER_ADDRESS: '1000/60',
  AUTH_LIMIT_LETTERS_PER_CLIENT: '1000/60',
  AUTH_LIMIT_VERIFICATIONS: '1000/60',
  AUTH_LIMIT_PASSWORDS_PER_CLIENT: '1000/60',
  JOBS_UNCONFIRMED_LIVE: '3',
  OTHER_LIMITS: 'usual',
};

/** The address of the worker's own site from its first use on: others end with their files. */
let siteThatLasts: string | undefined;

/** The whole site, once per worker, and a page that notes every complaint. */
export const test = base.extend<Fixtures, Worker>({
  browser: [
    async ({ browser }, use) => {
      keepContext(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  others: [
    async ({ browser, browserName }, use) => {
      await use(browserName === 'chromium' ? keepOthers(browser) : undefined);
    },
    { scope: 'worker' },
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const server = await startTestServer(testEngine(), patient);
      siteThatLasts = server.url;
      await use(server);
      siteThatLasts = undefined;
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  runsScripts: [true, { option: true }],
  // Playwright's own option begins another context, and the next test one more: as much as four visits.
  javaScriptEnabled: async ({ runsScripts, browserName }, use) =>
    use(runsScripts || browserName === 'chromium'),
  page: async ({ page, runsScripts }, use) => {
    if (!runsScripts) await stopScripts(page);
    await use(page);
  },
  // One for all tests of a worker. Playwright takes away its cookies, what was stored, pages but one, routes and
  // scripts; what else a test may have left is taken away here.
  context: async ({ context, baseURL, userAgent, others }, use) => {
    tellAddress(context, baseURL);
    others?.beginTest(userAgent === undefined ? baseURL : undefined);
    const sessions: CDPSession[] = [];
    const open = context.newCDPSession.bind(context);
    bringOneScript(context);
    context.newCDPSession = async (of) => {
      const session = await open(of);
      sessions.push(session);
      return session;
    };
    await use(context);
    await others?.endTest();
    emptyStores(context, siteThatLasts);
    // Of a page that was closed there is none left.
    await Promise.all(sessions.map((session) => session.detach().catch(() => {})));
    await context.setOffline(false);
    await context.clearPermissions();
  },
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    watch(page, complaints);
    await use(complaints);
  },
});

/**
 * Tests of one file on a site of their own, in the worker that does other files too: another one would start another
 * browser as well.
 */
export function testOnOwnSite(start: () => Promise<TestServer>) {
  let starting: Promise<TestServer> | undefined;
  const own = test.extend<{ site: TestServer }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    site: async ({}, use) => {
      starting ??= start();
      await use(await starting);
    },
    baseURL: async ({ site }, use) => use(site.url),
  });
  own.describe.configure({ mode: 'default' });
  own.afterAll(async () => (await starting)?.stop());
  return own;
}

/** A page beside the others that runs no scripts, so that what they have stored is nothing to it. */
export async function openPlainPage(context: BrowserContext, baseURL?: string): Promise<Page> {
  const browser = context.browser();
  if (browser && browser.browserType().name() !== 'chromium') {
    const own = await browser.newContext({ javaScriptEnabled: false, baseURL });
    return own.newPage();
  }
  const page = await context.newPage();
  await stopScripts(page);
  return page;
}

/** Until the end of the test, in Chromium; elsewhere the context does. */
async function stopScripts(page: Page) {
  if (isFirefox(page)) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
}

/** The site's engine for tests. */
export const testEngine = () => JSON.parse(process.env.TEST_ENGINE ?? '{}');

export function watch(page: Page, complaints: string[]) {
  const complain = (words: string) => {
    if (!isFirefox(page) || !saidOnLeaving.test(words)) complaints.push(words);
  };
  page.on('pageerror', (error) => complain(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
  });
}

export const isFirefox = (page: Page) =>
  page.context().browser()?.browserType().name() === 'firefox';

/** Firefox tells a page that is being left what became of what it waited for; nobody listens any more. */
const saidOnLeaving =
  /^exception: The operation is insecure\.$|^The saved jobs could not be taken over: Error$/;

/** Waits for what a screen loads after React took it over; other pages are complete when they are loaded. */
export async function settle(page: Page) {
  const isScreen = await page.evaluate(() => 'hydrate' in document.body.dataset);
  if (isScreen) await page.waitForLoadState('networkidle');
}
