import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';

test('the parts at /dev/ui fit every width and have nothing for axe to find', async ({
  page,
  complaints,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dev/ui', { waitUntil: 'networkidle' });
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page), `${width} px wide, ${colorScheme}`).toEqual([]);
    }
  }
  expect(complaints).toEqual([]);
});
