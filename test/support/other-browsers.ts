import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { tellAddress } from './one-context.ts';
import { bringOneScript } from './one-script.ts';

type Kept = {
  context: BrowserContext;
  /**
   * Stays open: with the last page of a context its process ends, and with it everything compiled.
   */
  parked: Page;
  wire: CDPSession;
  scripts: { dispose(): Promise<void> }[];
  isFree: boolean;
};

/**
 * Reuses the browsers of other people in a test (`browser.newContext()` and `browser.newPage()`):
 * emptied at the end of the test and given to the next one that wants one. A new one starts a
 * process, and compiles and renders everything for the first time, which takes as much as five
 * visits. With options other than an address, a new one is created as usual.
 */
export function keepOthers(browser: Browser) {
  const kept: Kept[] = [];
  const open = browser.newContext.bind(browser);
  /** For the current test; undefined if it asks for another kind of browser. */
  let address: string | undefined;

  browser.newContext = async ({ baseURL = address, ...others } = {}) => {
    const isUsual = address !== undefined && Object.keys(others).length === 0;
    if (!isUsual || baseURL === undefined) {
      return open({ ...others, ...(baseURL === undefined ? {} : { baseURL }) });
    }
    const free = kept.find(({ isFree }) => isFree);
    if (free) free.isFree = false;
    const { context } = free ?? (await begin(baseURL));
    tellAddress(context, baseURL);
    return context;
  };
  browser.newPage = async (options) => (await browser.newContext(options)).newPage();

  async function begin(baseURL: string): Promise<Kept> {
    const context = await open();
    bringOneScript(context);
    const parked = await context.newPage();
    await parked.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await parked.goto(baseURL);
    await parked.unrouteAll();
    const wire = await context.newCDPSession(parked);
    const one: Kept = { context, parked, wire, scripts: [], isFree: false };
    const add = context.addInitScript.bind(context) as (
      ...words: unknown[]
    ) => Promise<Kept['scripts'][0]>;
    context.addInitScript = (async (...words: unknown[]) => {
      const script = await add(...words);
      one.scripts.push(script);
      return script;
    }) as typeof context.addInitScript;
    context.close = () => putBack(one);
    kept.push(one);
    return one;
  }

  async function putBack(one: Kept) {
    if (one.isFree) return;
    const { context, parked, wire } = one;
    await Promise.all(context.pages().map((page) => page !== parked && page.close()));
    await Promise.all(one.scripts.splice(0).map((script) => script.dispose()));
    await context.unrouteAll();
    await context.clearCookies();
    await context.clearPermissions();
    await context.setOffline(false);
    await wire.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
    one.isFree = true;
  }

  return {
    beginTest(of: string | undefined) {
      address = of;
    },
    async endTest() {
      address = undefined;
      await Promise.all(kept.map(putBack));
    },
  };
}
