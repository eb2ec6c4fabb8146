import type { BrowserContext } from '@playwright/test';
import { emptyAddress } from './empty-page.ts';

/** The parts of Playwright's inner context that are used here. */
type Inside = {
  _origins?: Set<string>;
  clearCache?: () => Promise<void>;
  pages?: () => InsidePage[];
  _crPages?: () => { _mainFrameSession?: { _client?: Wire } }[];
};
type GoTo = (progress: unknown, address: string, options: object) => Promise<unknown>;
type InsidePage = {
  mainFrame: () => { gotoImpl?: GoTo; url?: () => string };
  resetForReuse?: (progress: unknown) => Promise<void>;
};
type Wire = { send(command: string, parameters: object): Promise<unknown> };
type WithInside = { _connection?: { toImpl?: (of: object) => Inside | undefined } };

/**
 * Empties everything that a context's pages have stored in one go, before the context is reused and
 * once Playwright has left the page and closed the others. By itself, Playwright visits every site
 * again for that, discards the scripts, styles and fonts that the next test will load again, and
 * navigates from one empty page to another: together as much as two visits of a screen, before each
 * test. Files with hashed names never change, pages are revalidated, and tests that depend on an
 * empty cache clear it themselves.
 *
 * If Playwright's internals have changed, or in another browser, everything is emptied its own way.
 */
export function emptyStores(context: BrowserContext, siteUrl: string | undefined) {
  const inside = (context as unknown as WithInside)._connection?.toImpl?.(context);
  const isChromium = context.browser()?.browserType().name() === 'chromium';
  if (!isChromium || !inside?.clearCache || !inside._origins || !inside._crPages) return;
  const [page] = inside.pages?.() ?? [];
  if (page && siteUrl) leaveForNothing(page, siteUrl);
  if (page && !Object.hasOwn(page, 'resetForReuse')) leaveOnce(page);
  if (Object.hasOwn(inside, 'clearCache')) return;
  const clearCache = inside.clearCache.bind(inside);
  // Playwright calls this when the page is an empty one, before it visits the origins.
  inside.clearCache = async () => {
    const [only] = inside._crPages?.() ?? [];
    const wire = only?._mainFrameSession?._client;
    if (!wire) return clearCache();
    await wire.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
    inside._origins?.clear();
  };
}

/** The page is on the empty page already, so a reset does not navigate there again. */
function leaveOnce(page: InsidePage) {
  const reset = page.resetForReuse?.bind(page);
  if (!reset) return;
  page.resetForReuse = async (progress) => {
    const frame = page.mainFrame();
    frame.gotoImpl = async () => null;
    try {
      await reset(progress);
    } finally {
      // The original method, on the prototype, takes over again.
      Reflect.deleteProperty(frame, 'gotoImpl');
    }
  };
}

/**
 * The page goes to an empty page of a running site: after `about:blank` the next visit costs 45 to
 * 75 ms more (decision 209). The site of the page itself may have ended, and to the browser all
 * sites are the same but for their ports.
 */
function leaveForNothing(page: InsidePage, siteUrl: string) {
  const frame = page.mainFrame();
  const goTo = frame.gotoImpl?.bind(frame);
  if (!goTo || !frame.url?.().startsWith('http://127.0.0.1')) return;
  frame.gotoImpl = (progress, _, options) => {
    // The original method, on the prototype, takes over again.
    Reflect.deleteProperty(frame, 'gotoImpl');
    return goTo(progress, siteUrl + emptyAddress, options);
  };
}
