import { expect, test } from '../support/browser.ts';
import { newEmail } from '../support/people.ts';
import {
  changeBrowser,
  fillSignIn,
  newestMail,
  newPerson,
  toastOf,
} from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';

test('a forgotten password is replaced through the link in the mail, once', async ({
  page,
  server,
}) => {
  await test.step('the answer is the same for an address that nobody has', async () => {
    await page.goto('/auth/recover');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  });
  const { email, password } = await newPerson(server.url);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  // The pressed button is gone; a screen reader reads what is there now.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByLabel('Code from the email')).toBeVisible();
  await expectSound(page, { state: 'check your mail', part: 'main' });

  const { link } = await newestMail(page, email, /Reset/);
  await page.goto(link);
  await page.getByRole('button').click();
  await page.waitForURL(/\/auth\/new-password/);
  await page.getByLabel('New password').fill('tulip ford');
  await expectSound(page, { state: 'a new password', part: 'main' });
  await page.getByLabel('New password').fill('another-tulip-85');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(toastOf(page, 'Password changed')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', 'true');

  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await expect(page.getByText('It has expired or has already been used.')).toBeVisible();
  await expectSound(page, { state: 'an expired link', part: 'main' });
  await page.goto('/auth');
  await fillSignIn(page, { email, password });
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  await page.getByLabel('Password').fill('another-tulip-85');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/candidate-profile');
});

test('a link opened in another browser says so; the code from the mail works there', async ({
  page,
  server,
}) => {
  const { email } = await newPerson(server.url);
  await server.database.asService.query({
    text: 'update auth.users set email_proved_at = now() where email = $1',
    values: [email],
  });
  await page.goto('/auth/recover');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  const { link } = await newestMail(page, email, /Reset/);

  await changeBrowser(page);
  await page.goto(link);
  await page.getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This link belongs to another browser',
  );
  await expect(page.getByText('Opening it here has used it up, and its code too.')).toBeVisible();
  await expectSound(page, { state: 'another browser', part: 'main' });
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await expect.poll(async () => (await newestMail(page, email, /Reset/)).link === link).toBe(false);
  const { code } = await newestMail(page, email, /Reset/);
  await page.getByLabel('Code from the email').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('New password')).toBeVisible();
});
