import { expect, test } from '../support/browser.ts';
import { newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { translatePage } from '../support/translate-page.ts';

test('a screen that the browser translates goes on, and shows what changes on it', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/auth');
  await translatePage(page);
  await expect(page.getByText('SIGN IN TO YOUR ACCOUNT', { exact: true })).toBeVisible();
  await expect(page.locator('main font').first()).toHaveCSS('display', 'contents');
  await page.locator('form button[type="submit"]').click();
  await expect(page.locator('input[name="email"]')).toBeFocused();
  await page.locator('input[name="email"]').fill('somebody@site.example');
  await page.locator('form button[type="submit"]').click();
  await expect(page.locator('input[name="password"]')).toBeFocused();

  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/candidate-profile');
  await expect(page.locator('input[name="headline"]')).toBeVisible();
  await translatePage(page);
  const meter = page.locator('.profile-meter p').first();
  await expect(meter).toHaveText('0% COMPLETE');
  await page.locator('input[name="headline"]').fill('Inpatient coding auditor');
  await expect(meter).not.toHaveText('0% COMPLETE');
  await page.locator('input[name="headline"]').fill('');
  await expect(meter).toHaveText('0% COMPLETE');
});
