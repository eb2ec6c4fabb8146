import { expect, test } from '../support/browser.ts';
import { everyLook, expectSound } from '../support/sound.ts';

test('the parts at /dev/ui fit every width and have nothing for axe to find, toasts included', async ({
  page,
  complaints,
}) => {
  await page.goto('/dev/ui', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Show an error' }).click();
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible();
  // With the focus on it, the toast stays.
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await expectSound(page, { looks: everyLook });
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible();
  await test.step('in forced colors, what is busy, off or disabled is still recognisable', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const color = (part: string, property: string, of?: string) =>
      page
        .locator(part)
        .first()
        .evaluate((it, [name, of]) => getComputedStyle(it, of).getPropertyValue(name), [
          property,
          of,
        ] as const);
    const canvas = await color('body', 'background-color');
    expect(await color('.skeleton > [aria-hidden]', 'background-color')).not.toBe(canvas);
    expect(await color('.switch:not(:checked)', 'background-color', '::before')).not.toBe(canvas);
    expect(await color('.tick:disabled', 'border-color')).not.toBe(
      await color('.tick:enabled:not(:checked)', 'border-color'),
    );
    await page.emulateMedia({ forcedColors: null });
  });
  await test.step('the button below a list disappears with its last press, and the focus stays where it was', async () => {
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '40 are shown' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect(page.getByText('That is all.')).toBeFocused();
    const gap = (button: Element) =>
      button.getBoundingClientRect().top -
      (button.previousElementSibling?.getBoundingClientRect().bottom ?? 0);
    const beside = page.getByRole('button', { name: 'Show earlier' });
    expect(await beside.evaluate(gap), 'below what has failed').toBeGreaterThanOrEqual(12);
  });
  expect(complaints).toEqual([]);
});

test('drawings suit the reader’s own colors rather than the chosen theme', async ({ page }) => {
  await page.goto('/about');
  const choose = (theme: string) =>
    page.getByRole('contentinfo').getByText(theme, { exact: true }).click();
  const stroke = () =>
    page
      .locator('.brand-mark [stroke]')
      .first()
      .evaluate((part) => getComputedStyle(part).stroke);
  await choose('Dark');
  const onDark = await stroke();
  await choose('Light');
  expect(await stroke()).not.toBe(onDark);
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  expect(await stroke()).toBe(onDark);
  await page.emulateMedia({ forcedColors: null });
});
