import { expect, test } from '../support/browser.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/ui');
  await page.waitForLoadState('networkidle');
});

test('a toast announces its title and text politely, and disappears after five seconds unless it has the focus', async ({
  page,
}) => {
  await page.clock.install();
  await page.getByRole('button', { name: 'Show a toast' }).click();
  const toast = page.locator('[data-sonner-toast]');
  await expect(toast).toContainText('Signed out');
  await expect(toast).toContainText('You have been successfully signed out.');
  await expect(page.locator('[aria-live=polite]').filter({ has: toast })).toHaveCount(1);
  await page.clock.runFor(4_000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(toast).toHaveCount(0);

  await page.getByRole('button', { name: 'Show a toast' }).click();
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: 'Dismiss' }).focus();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await page.keyboard.press('Enter');
  await page.clock.runFor(2_000);
  await expect(toast).toHaveCount(0);
});

test('on a phone a toast appears above the pressed button, wherever that is', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 640 });
  const button = page.getByRole('button', { name: 'Show a toast' });
  const toast = page.locator('[data-sonner-toast]');
  await button.press('Enter');
  await toast.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(toast).toHaveCount(0);
  // A frame passes before the toast is there, as on a busy page.
  await page.evaluate(() => {
    window.requestAnimationFrame = (work) => {
      queueMicrotask(() => work(performance.now()));
      return 0;
    };
  });
  for (const isLow of [true, false]) {
    await button.evaluate(
      (element, atEnd) =>
        element.scrollIntoView({ block: atEnd ? 'end' : 'center', behavior: 'instant' }),
      isLow,
    );
    await button.press('Enter');
    await expect(toast.first()).toHaveAttribute('data-mounted', 'true');
    await toast
      .first()
      .evaluate((element) => Promise.all(element.getAnimations().map((each) => each.finished)));
    await expect
      .poll(async () => {
        const [pressed, shown] = [await button.boundingBox(), await toast.first().boundingBox()];
        if (!pressed || !shown) return 'away';
        return shown.y + shown.height <= pressed.y || shown.y >= pressed.y + pressed.height;
      })
      .toBe(true);
  }
});

test('a dialog traps the focus and returns it; an error looks like one, and at most three toasts are visible', async ({
  page,
}) => {
  await test.step('the focus', async () => {
    const opener = page.getByRole('button', { name: 'Open a dialog' });
    await opener.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(
        true,
      );
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
  await page.getByRole('button', { name: 'Show a toast' }).click();
  await page.getByRole('button', { name: 'Show an error' }).click();
  const title = (name: string) =>
    page.locator('[data-sonner-toast] [data-title]', { hasText: name });
  await expect(title('Error')).toBeVisible();
  const colour = (name: string) =>
    title(name).evaluate((element) => getComputedStyle(element).color);
  expect(await colour('Error')).not.toBe(await colour('Signed out'));
  for (let count = 0; count < 3; count += 1) {
    await page.getByRole('button', { name: 'Show a toast' }).click();
  }
  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3);

  await test.step('a toast outlives the dialog in which it appeared, even if that goes with its row', async () => {
    await page.reload();
    await page.evaluate(() => document.body.append(document.createElement('dialog')));
    const dialog = page.locator('body > dialog').last();
    await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
    await page
      .getByRole('button', { name: 'Show a toast', includeHidden: true })
      .dispatchEvent('click');
    await expect(dialog.locator('[data-sonner-toast]')).toBeVisible();
    await dialog.evaluate((element) => element.remove());
    await expect(title('Signed out')).toBeVisible();
  });
});
