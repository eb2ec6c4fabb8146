import type { Page } from '@playwright/test';

/**
 * For pages opened afterwards: the next request to an address with these words succeeds, but the
 * page never gets the response. Done in the page itself, because in Firefox Playwright cannot see
 * the body of a request, and so could not send it on.
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
