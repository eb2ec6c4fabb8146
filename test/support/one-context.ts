import type { Browser, BrowserContext } from '@playwright/test';

/** What Playwright has behind them, as far as it is of use here. */
type WithReuse = { _newContextForReuse?: (options?: object) => Promise<BrowserContext> };
type WithOptions = { _options?: { baseURL?: string | undefined } };
type WithInside = { _connection?: { toImpl?: (of: object) => WithOptions | undefined } };

/** Given to every context that is kept, so that none differs by it. */
const someAddress = 'http://127.0.0.1';

/**
 * Playwright keeps a context for the next test where both want the same of it, and the address of the site is among that: before and
 * after each file with a site of its own it began another one, with nothing in memory, which takes as much as four visits.
 *
 * Where Playwright has changed inside, it does so again.
 */
export function keepContext(browser: Browser) {
  const inside = browser as unknown as WithReuse;
  if (!inside._newContextForReuse || Object.hasOwn(inside, '_newContextForReuse')) return;
  const open = inside._newContextForReuse.bind(browser);
  inside._newContextForReuse = (options) => open({ ...options, baseURL: someAddress });
}

/** From which site on addresses are told to the context in this test. */
export function tellAddress(context: BrowserContext, baseURL: string | undefined) {
  const sides = [context, (context as unknown as WithInside)._connection?.toImpl?.(context)];
  for (const side of sides as (WithOptions | undefined)[]) {
    if (!side?._options)
      throw new Error('Playwright has its options elsewhere: see one-context.ts.');
    side._options.baseURL = baseURL;
  }
}
