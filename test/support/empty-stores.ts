import type { BrowserContext } from '@playwright/test';
import { emptyAddress } from './empty-page.ts';

/** What Playwright has behind a context, as far as it is of use here. */
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
 * Has all that pages of a context have stored emptied in one go before the context is used again, when Playwright has left
 * the page and closed the others. Left to itself it visits every site once more for that, throws away the scripts, styles
 * and fonts that the next test loads again, and leaves the empty page for another empty one: together as much as two visits
 * of a screen, before each test. Files under their names never change, pages are asked for again, and a test to which what is
 * kept matters empties it itself.
 *
 * Where Playwright has changed inside, or in another browser, all is emptied its own way.
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
  // It is called where the page is an empty one, before the origins are visited.
  inside.clearCache = async () => {
    const [only] = inside._crPages?.() ?? [];
    const wire = only?._mainFrameSession?._client;
    if (!wire) return clearCache();
    await wire.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
    inside._origins?.clear();
  };
}

/** To begin anew, the page does not go from the empty page, where it is, to the empty page. */
function leaveOnce(page: InsidePage) {
  const reset = page.resetForReuse?.bind(page);
  if (!reset) return;
  page.resetForReuse = async (progress) => {
    const frame = page.mainFrame();
    frame.gotoImpl = async () => null;
    try {
      await reset(progress);
    } finally {
      // What all frames have stands behind it.
      Reflect.deleteProperty(frame, 'gotoImpl');
    }
  };
}

/**
 * The page is left for an empty one of a site that is there: after `about:blank` the next visit costs 45 to 75 ms more (decision 209).
 * The site of the page itself may have ended, and all are the same to the browser but for their ports.
 */
function leaveForNothing(page: InsidePage, siteUrl: string) {
  const frame = page.mainFrame();
  const goTo = frame.gotoImpl?.bind(frame);
  if (!goTo || !frame.url?.().startsWith('http://127.0.0.1')) return;
  frame.gotoImpl = (progress, _, options) => {
    // What all frames have stands behind it.
    Reflect.deleteProperty(frame, 'gotoImpl');
    return goTo(progress, siteUrl + emptyAddress, options);
  };
}
