import type { Page } from '@playwright/test';

/** The next call of this function is done, and the browser never learns it. */
export async function loseAnswer(page: Page, name: string) {
  const address = `**/functions/v1/${name}`;
  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
    await page.unroute(address);
  });
}
