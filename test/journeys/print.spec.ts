import { expect, test } from '../support/browser.ts';

test('on paper every answer and every link’s target is shown, in dark ink, even for somebody who reads in dark mode', async ({
  page,
}) => {
  await test.step('every answer, and where a link leads', async () => {
    await page.goto('/faq');
    await page.emulateMedia({ media: 'print' });
    const answers = page.locator('main details .accordion-content');
    const heights = await answers.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(heights.length).toBeGreaterThan(30);
    expect(heights.filter((height) => height === 0)).toEqual([]);
    const call = page.locator('main a[href^="https:"]').first();
    const shown = await call.evaluate((link) => getComputedStyle(link, '::after').content);
    expect(shown).toContain(await call.getAttribute('href'));
  });
  await test.step('a posting, without controls, and with each address once', async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/job/10000000-0000-4000-8000-000000000001');
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(main.getByRole('button')).toHaveCount(0);
    const address = main.locator('a[href^="mailto:"]').first();
    const more = await address.evaluate((link) => getComputedStyle(link, '::after').content);
    expect(more).toBe('none');
  });
  await test.step('the board, whose addresses take no room from the postings', async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/jobs');
    await page.emulateMedia({ media: 'print' });
    const entry = page.locator('.job-row').first();
    const words = await entry.locator('.job-row-words').boundingBox();
    expect(words?.width).toBe((await entry.boundingBox())?.width);
    await expect(page.getByRole('main').getByRole('link', { name: 'Post a Job' })).toHaveCount(0);
    // Even a printer that omits backgrounds shows what is selected.
    await expect(page.locator('.tick').first()).toHaveCSS('print-color-adjust', 'exact');
  });
  await test.step('dark ink', async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/professionals');
    await page.getByRole('contentinfo').getByText('Dark', { exact: true }).click();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    // Every token follows the colour scheme, in drawings as in text.
    const scheme = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(await scheme()).toBe('light');
    await page.emulateMedia({ media: 'screen' });
    expect(await scheme()).toBe('dark');
  });
});
