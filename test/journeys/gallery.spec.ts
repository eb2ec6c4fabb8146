import { expect, test } from '../support/browser.ts';
import { everyLook, expectSound } from '../support/sound.ts';

test('the parts at /dev/ui fit every width and have nothing for axe to find, toasts included', async ({
  page,
  complaints,
}) => {
  await page.goto('/dev/ui', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Show an error' }).click();
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible();
  // The focus on it keeps it where it is.
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await expectSound(page, { looks: everyLook });
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible();
  expect(complaints).toEqual([]);
});
