import type { BrowserContext } from '@playwright/test';

/** What Playwright has behind a context, as far as it is of use here. */
type Inside = { _origins?: Set<string>; clearCache?: () => Promise<void> };
type WithInside = { _connection?: { toImpl?: (of: object) => Inside | undefined } };

/**
 * Empties all that pages of a context have stored, in one go. Left to itself Playwright visits every site once more
 * for that, and throws away the scripts, styles and fonts that the next test loads again: together a third of what the
 * visit of a screen takes, before each test. Files under their names never change, pages are asked for again, and a
 * test to which what is kept matters empties it itself.
 *
 * Where Playwright has changed inside, or in another browser, all is emptied its own way.
 */
export async function emptyStores(context: BrowserContext) {
  const inside = (context as unknown as WithInside)._connection?.toImpl?.(context);
  const [page, ...others] = context.pages();
  const isChromium = context.browser()?.browserType().name() === 'chromium';
  if (!isChromium || !page || !inside?._origins || !inside.clearCache) return;
  // A page that still runs could store something after it.
  await Promise.all(others.map((other) => other.close()));
  await page.goto('about:blank');
  const wire = await context.newCDPSession(page);
  await wire.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  inside._origins.clear();
  inside.clearCache = async () => {};
}
