import { expect, test } from '../support/browser.ts';

test('paper gets dark ink, also from somebody who reads in the dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/professionals');
  await page.getByRole('contentinfo').getByText('Dark', { exact: true }).click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  // Of every drawing and every text, the lightest that still carries words.
  const tooLight = await page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('main svg text, main p, main h2, main td')) {
      const { color, fill } = getComputedStyle(element);
      const ink = element.closest('svg') ? fill : color;
      const [red = 0, green = 0, blue = 0] = (ink.match(/[\d.]+/g) ?? []).map(Number);
      if (0.2126 * red + 0.7152 * green + 0.0722 * blue > 140)
        found.push(`${ink}: ${element.textContent}`);
    }
    return found;
  });
  expect(tooLight).toEqual([]);
});

test('paper shows every answer, and where a link leads', async ({ page }) => {
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
