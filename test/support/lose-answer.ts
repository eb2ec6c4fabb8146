import type { Page } from '@playwright/test';

/**
 * For a page that is opened afterwards: says of the next request to an address with these words that it is done and the page never
 * learns it. In the page itself, because Playwright knows of no request in Firefox what it said, and could not send it in its place.
 */
export async function losingAnswers(page: Page) {
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = async (...asked) => {
      const address = asked[0] instanceof Request ? asked[0].url : String(asked[0]);
      const lost = document.documentElement.dataset.lost;
      if (!lost || !address.includes(lost)) return send(...asked);
      delete document.documentElement.dataset.lost;
      await send(...asked);
      throw new TypeError('Failed to fetch');
    };
  });
  return (words: string) =>
    page.evaluate((lost) => {
      document.documentElement.dataset.lost = lost;
    }, words);
}
