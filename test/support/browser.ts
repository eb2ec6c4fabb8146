import { type BrowserContext, test as base, type CDPSession, type Page } from '@playwright/test';
import { emptyStores } from './empty-stores.ts';
import { keepContext, tellAddress } from './one-context.ts';
import { bringOneScript } from './one-script.ts';
import { keepOthers } from './other-browsers.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';

export { expect } from '@playwright/test';

// Node runs these files without compiling them. Playwright would still look every call site up in a source map, which does
// not exist, and that costs a tenth of a worker's time.
Reflect.deleteProperty(Error, 'prepareStackTrace');

type Fixtures = {
  /** Whether the page runs its scripts. In Chromium, a page that it opens always does. */
  runsScripts: boolean;
  /** What the page complained about: console errors, exceptions, violations of the security policy. */
  complaints: string[];
};

type Worker = { server: TestServer; others: ReturnType<typeof keepOthers> | undefined };

/** All people of a worker share one client address, and some request several mails in a minute. */
export const patient = {
  AUTH_LIMIT_LETTERS_PER_ADDRESS: '1000/60',
  AUTH_LIMIT_LETTERS_PER_CLIENT: '1000/60',
  AUTH_LIMIT_VERIFICATIONS: '1000/60',
  AUTH_LIMIT_PASSWORDS_PER_CLIENT: '1000/60',
  JOBS_UNCONFIRMED_LIVE: '3',
  OTHER_LIMITS: 'usual',
};

/** The address of the worker's own site, once it is in use; other sites end with their test files. */
let siteThatLasts: string | undefined;

/** The whole site, once per worker, and a page that records every complaint. */
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
  // Playwright's own option would create another context, and the next test one more, at the cost of four visits.
  javaScriptEnabled: async ({ runsScripts, browserName }, use) =>
    use(runsScripts || browserName === 'chromium'),
  page: async ({ page, runsScripts }, use) => {
    if (!runsScripts) await stopScripts(page);
    await use(page);
  },
  // One context for all tests of a worker. Playwright clears its cookies, storage, routes, scripts and all pages but one;
  // whatever else a test may leave behind is cleared here.
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
    // The session of a closed page is gone already.
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
 * For test files that need a site of their own. They run in the same worker as other files: another worker would also start
 * another browser.
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

/** Another page without scripts, unaffected by what the others have stored. */
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

/** Until the end of the test, in Chromium; other browsers do it through the context. */
async function stopScripts(page: Page) {
  if (isFirefox(page)) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
}

/** The database engine that `browser-setup.ts` has started. */
export const testEngine = () => JSON.parse(process.env.TEST_ENGINE ?? '{}');

export function watch(page: Page, complaints: string[]) {
  const complain = (words: string) => {
    if (cutShort.test(words) || (isFirefox(page) && saidOnLeaving.test(words))) return;
    complaints.push(words);
  };
  page.on('pageerror', (error) => complain(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
  });
}

export const isFirefox = (page: Page) =>
  page.context().browser()?.browserType().name() === 'firefox';

/** Firefox rejects the pending requests of a page that is being left, when nobody handles them any more. */
const saidOnLeaving =
  /^exception: The operation is insecure\.$|^The saved jobs could not be taken over: Error$/;

/** The official client closes its socket when its page is left, even one that is not open yet. */
const cutShort =
  /^WebSocket connection to .*: WebSocket is closed before the connection is established\.$/;

/** Waits for what a screen loads after hydration; other pages are complete once they have loaded. */
export async function settle(page: Page) {
  const isScreen = await page.evaluate(() => 'hydrate' in document.body.dataset);
  if (isScreen) await page.waitForLoadState('networkidle');
}
