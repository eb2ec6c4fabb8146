import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import {
  dismissToasts,
  fillSignIn,
  newPerson,
  signInDirectly,
  toastOf,
} from '../support/people-on-screen.ts';
import { addAppOnScreen, addAuthenticator } from '../support/second-factor-on-screen.ts';

async function signOutAndIn(page: Page, person: { email: string; password: string }) {
  await dismissToasts(page);
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await page.goto('/auth');
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm that it is you');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

test('an authenticator app is set up with recovery codes, required at the next sign-in, replaced by a recovery code, and removed', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  await signInDirectly(context, server.url, person);
  const nextCode = await addAppOnScreen(page);
  await expect(page.getByRole('button', { name: 'Remove Authenticator app' })).toBeVisible();
  const codes = page.locator('.recovery-codes li');
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await expect(page.locator('.recovery-codes')).toBeFocused();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('button', { name: 'Create new codes' })).toBeFocused();
  await expect(page.getByText('10 of 10 are left.')).toBeVisible();
  await expect(codes).toHaveCount(0);

  await signOutAndIn(page, person);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toBeVisible();

  // Half signed in is not signed in: protected screens lead back to the second factor.
  await page.goto('/membership');
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel('Code', { exact: true }).fill(nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL((url) => url.pathname === '/membership');

  await test.step('one of the recovery codes signs in', async () => {
    await signOutAndIn(page, person);
    await page.getByRole('button', { name: 'Recovery code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/candidate-profile');
  });
  await page.goto('/account');
  await expect(page.getByText('9 of 10 are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('None yet. Your password alone opens your account.')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('None yet.');
});

test('a passkey is created and used, with the browser’s own authenticator', async ({
  page,
  context,
  server,
}) => {
  // Passkeys work for host names, not for IP addresses.
  const site = server.url.replace('127.0.0.1', 'localhost');
  await addAuthenticator(page, context);
  const person = await newPerson(server.url);
  await page.goto(`${site}/auth?next=/account`);
  await fillSignIn(page, person);
  await page.waitForURL('**/account');
  await page.getByRole('button', { name: 'Add a second step' }).click();
  await page.getByRole('button', { name: 'Set up Passkey on this device' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(toastOf(page, 'Second step added')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await fillSignIn(page, person);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.waitForURL('**/account');
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible();
});

test('a passkey alone signs in; it is created, renamed and removed in the account', async ({
  page,
  context,
  server,
}) => {
  const site = server.url.replace('127.0.0.1', 'localhost');
  await addAuthenticator(page, context);
  const person = await newPerson(server.url);
  await page.goto(`${site}/auth?next=/account`);
  await fillSignIn(page, person);
  await page.waitForURL('**/account');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys.getByText('None yet.')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys.getByRole('textbox', { name: 'Name' }).fill('Old phone');
  await passkeys.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(toastOf(page, 'Passkey added')).toBeVisible();
  await expect(passkeys.getByText('not used yet')).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.waitForURL('**/account');
  await expect(passkeys.getByText('last used')).toBeVisible();

  await passkeys.getByRole('button', { name: 'Rename passkey Old phone' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('New phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await passkeys.getByRole('button', { name: 'Remove passkey New phone' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    `What is left to sign in with: your password, or a link that we send to ${person.email}.`,
  );
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByText('None yet.')).toBeVisible();
  await expect(passkeys.locator(':focus')).toHaveText('None yet.');
});

test('where the browser has no passkeys, the sign-in page offers none', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/auth`);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'passkey' })).toHaveCount(0);
});

test('a phone gets its code by text message', async ({ page, context, server }) => {
  const person = await newPerson(server.url);
  await signInDirectly(context, server.url, person);
  const phone = `1919555${String(Date.now()).slice(-4)}`;
  const newestCode = async () => {
    let code: string | undefined;
    await expect
      .poll(async () => {
        const answer = await page.request.get(`/dev/outbox.json?to=${phone}`);
        const [message]: { text: string }[] = await answer.json();
        code = message?.text.match(/\b\d{6}\b/)?.[0];
        return code;
      })
      .toBeTruthy();
    return code ?? '';
  };
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a second step' }).click();
  // On an IP address no browser creates a passkey, so none is offered.
  await expect(page.getByText('here, open the site as localhost.').last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up Passkey on this device' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Set up Security key' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Set up Text message' }).click();
  await page.getByLabel('Mobile number').fill(`+${phone}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByLabel('Code').fill(await newestCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(toastOf(page, 'Second step added')).toBeVisible();
});
