import type { Browser, BrowserContext } from '@playwright/test';

/** The parts of Playwright's internals that are used here. */
type WithReuse = { _newContextForReuse?: (options?: object) => Promise<BrowserContext> };
type WithOptions = { _options?: { baseURL?: string | undefined } };
type WithInside = { _connection?: { toImpl?: (of: object) => WithOptions | undefined } };

/** The same for every reused context, so that none differs by it. */
const someAddress = 'http://127.0.0.1';

/**
 * Playwright reuses a context for the next test if both want the same options, one of which is the
 * site's address: before and after each file with a site of its own it created a new one with
 * nothing in memory, which costs as much as four visits.
 *
 * If Playwright's internals have changed, it does so again.
 */
export function keepContext(browser: Browser) {
  const inside = browser as unknown as WithReuse;
  if (!inside._newContextForReuse || Object.hasOwn(inside, '_newContextForReuse')) return;
  const open = inside._newContextForReuse.bind(browser);
  inside._newContextForReuse = (options) => open({ ...options, baseURL: someAddress });
}

/** Sets the site to which this test's relative addresses refer. */
export function tellAddress(context: BrowserContext, baseURL: string | undefined) {
  const sides = [context, (context as unknown as WithInside)._connection?.toImpl?.(context)];
  for (const side of sides as (WithOptions | undefined)[]) {
    if (!side?._options)
      throw new Error('Playwright has its options elsewhere: see one-context.ts.');
    side._options.baseURL = baseURL;
  }
}
