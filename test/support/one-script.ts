import type { Page } from '@playwright/test';

/** What Playwright has behind a page, as far as it is of use here. */
type Inside = { mainFrame?: () => object };
type WithInside = { _connection?: { toImpl?: (of: object) => Inside | undefined } };

/**
 * Playwright brings a script of 330 KB into each document that is looked at, and counts documents in its text. So V8 compiles it
 * anew each time, an eighth of what a visit takes. With the same number in it, it is the same text. The number tells frames
 * apart in `aria-ref`, which nothing here asks for.
 *
 * Where Playwright has changed inside, all stays its own way.
 */
export function bringOneScript(page: Page) {
  const frame = (page as unknown as WithInside)._connection?.toImpl?.(page)?.mainFrame?.();
  if (!frame || !('seq' in frame)) return;
  const ofAll = Object.getPrototypeOf(frame);
  // A setter that sets nothing: to assign must not fail.
  if (!('seq' in ofAll)) Object.defineProperty(ofAll, 'seq', { get: () => 1, set() {} });
  Reflect.deleteProperty(frame, 'seq');
}
