import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { listStops, lookAtFocus, type Stop } from '../support/focus-stops.ts';
import { pages } from '../support/pages.ts';

const publicPages = pages.filter(({ kind, isPrivate }) => kind !== 'screen' && !isPrivate);

test.use({ viewport: { width: 1280, height: 720 }, contextOptions: { reducedMotion: 'reduce' } });

for (const { path } of publicPages) {
  test(`${path} can be walked through with Tab, there and back`, async ({ page }) => {
    await page.goto(path);
    const expected = await page.evaluate(listStops);
    for (const key of ['Tab', 'Shift+Tab']) {
      const stops = await walk(page, key);
      const visited = new Set(stops.map(({ place }) => place));
      expect(expected.filter(({ place }) => !visited.has(place))).toEqual([]);
      expect(stops.filter(({ problems }) => problems.length > 0)).toEqual([]);
      const places = stops.map(({ place }) => place);
      const inOrder = places.toSorted((a, b) => (key === 'Tab' ? a - b : b - a));
      expect(places, 'in the order of reading').toEqual(inOrder);
    }
  });
}

test('a question opens and closes with Enter and with the space bar, one at a time', async ({
  page,
}) => {
  await page.goto('/faq');
  const questions = page.locator('main details');
  const [first, second] = [questions.nth(0), questions.nth(1)];
  await first.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('open', '');
  await page.keyboard.press('Enter');
  await expect(first).not.toHaveAttribute('open');
  await page.keyboard.press('Space');
  await expect(first).toHaveAttribute('open', '');
  await second.locator('summary').focus();
  await page.keyboard.press('Space');
  await expect(second).toHaveAttribute('open', '');
  await expect(first).not.toHaveAttribute('open');
});

/** Presses until the focus leaves the page, and looks at every stop on the way. */
async function walk(page: Page, key: string): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(lookAtFocus);
    // From the last stop the focus leaves the page, or begins again.
    if (!stop || stop.place === stops[0]?.place) return stops;
    stops.push(stop);
  }
  throw new Error('The focus never leaves the page.');
}
