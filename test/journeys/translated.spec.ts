import { expect, test } from '../support/browser.ts';
import { newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { translatePage } from '../support/translate-page.ts';

test('a screen that the browser has translated keeps working, and shows what changes on it', async ({
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

test('a form into which an extension inserted something before React loaded keeps what was filled in', async ({
  page,
}) => {
  // Like password managers: an icon beside each field, and the known values once, without an event.
  await page.addInitScript(() => {
    const known = new Map([
      ['email', 'maya@people.example'],
      ['password', 'one-two-three-4'],
    ]);
    new MutationObserver(() => {
      for (const field of document.querySelectorAll<HTMLInputElement>('main form input')) {
        const value = known.get(field.name);
        if (!value) continue;
        known.delete(field.name);
        field.after(document.createElement('com-manager-sign'));
        field.value = value;
        field.focus();
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/auth');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await expect(page.getByLabel('Email')).toHaveValue('maya@people.example');
  await expect(page.getByLabel('Password')).toHaveValue('one-two-three-4');
  await expect(page.getByLabel('Password')).toBeFocused();
  // The page knows what was filled in, too.
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('maya@people.example');
});
