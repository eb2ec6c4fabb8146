import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { newEmail } from '../support/people.ts';
import {
  callAuth,
  changeBrowser,
  fillSignIn,
  newestMail,
  newPerson,
  signInDirectly,
  toastOf,
} from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';

const password = 'tulip-ford-84';

test('the owner of an address takes over what a stranger created with it, in any browser', async ({
  page,
}) => {
  const email = newEmail();
  await signUp(page, email);
  await fillSignIn(page, { email, password });
  await page.waitForURL('**/candidate-profile');
  const { link } = await newestMail(page, email, /Confirm/);

  await changeBrowser(page);
  await page.goto(link);
  await expect(page.getByLabel('Password of the account')).toBeVisible();
  await page.getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await expect(page.getByText(`You have shown that the mailbox ${email} is yours.`)).toBeVisible();
  await expect(page.getByText('every other way to sign in are gone')).toBeVisible();
  await expectSound(page, { state: 'the account that was cleared', part: 'main' });
  await page.getByLabel('New password').fill('a-quiet-lantern-52');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.waitForURL('**/candidate-profile');
  await expect(toastOf(page, 'Password changed')).toBeVisible();

  await changeBrowser(page);
  await page.goto('/auth');
  await fillSignIn(page, { email, password });
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
});

test('somebody who did not sign up removes the account with two presses', async ({ page }) => {
  const email = newEmail();
  await signUp(page, email);
  const { link } = await newestMail(page, email, /Confirm/);
  await changeBrowser(page);
  await page.goto(link);
  await page.getByRole('button').click();
  await page.getByRole('button', { name: 'I did not sign up' }).click();
  await page.getByRole('button', { name: 'Remove the account' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(toastOf(page, 'Account removed')).toBeVisible();
  await page.goto('/auth');
  await fillSignIn(page, { email, password });
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
});

test('the same through a recovery code, which opens a session', async ({ page, server }) => {
  const { email } = await newPerson(server.url);
  await page.goto('/auth/recover');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const { code } = await newestMail(page, email, /Reset/);
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`You have shown that the mailbox ${email} is yours.`)).toBeVisible();
  await page.getByRole('button', { name: 'I did not sign up' }).click();
  await expectSound(page, { state: 'about to remove it', part: 'main' });
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByLabel('New password').fill('a-quiet-lantern-52');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await callAuth(server.url, '/token?grant_type=password', {
    email,
    password: 'a-quiet-lantern-52',
  });
});

test('somebody who is signed in and requests the mail again keeps the password', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  await newestMail(page, person.email, /Confirm/);
  await signInDirectly(context, server.url, person);
  await page.goto('/account');
  const { link: first } = await newestMail(page, person.email, /Confirm/);
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.locator(':focus')).toContainText('A new email is on its way to');
  await expect
    .poll(async () => (await newestMail(page, person.email, /Confirm/)).link === first)
    .toBe(false);
  const { link } = await newestMail(page, person.email, /Confirm/);
  await page.goto(link);
  await page.getByRole('button').click();
  await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
  await callAuth(server.url, '/token?grant_type=password', person);
});

test('a link greets nobody by a name that only the link contains', async ({ page, server }) => {
  const { email, password: own } = await newPerson(server.url);
  const session = await callAuth(server.url, '/token?grant_type=password', {
    email,
    password: own,
  });
  const [head, , seal] = session.access_token.split('.');
  const words = btoa(JSON.stringify({ email: 'victim@people.example', exp: 9_999_999_999 }));
  const forged = `${head}.${words}.${seal}`;
  await page.goto(`/auth/confirm#access_token=${forged}&refresh_token=${session.refresh_token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await expect(page.getByText('victim@people.example')).toHaveCount(0);
  await page.goto('/auth');
  const words2 = 'error=access_denied&error_code=x&error_description=Call+0800+666+now';
  await page.goto(`/auth?${words2}`);
  await expect(page.getByText('That did not work')).toBeVisible();
  await expect(page.getByText('0800')).toHaveCount(0);
  await page.goto(
    `/auth/confirm#access_token=${session.access_token}&refresh_token=${session.refresh_token}`,
  );
  await expect(page.getByText(`The link opens the account of ${email}.`)).toBeVisible();
});

test('after signing up every word is true: for a new address, for a taken one, and in doubt', async ({
  page,
  server,
}) => {
  const note = (address: string) =>
    page.getByText(`We sent an email to ${address}. If the address is new`);
  const address = newEmail();
  await signUp(page, address);
  await expect(note(address)).toBeVisible();
  const { rows } = await server.database.asService.query({
    text: 'select from auth.sessions join auth.users u on u.id = user_id where u.email = $1',
    values: [address],
  });
  expect(rows).toEqual([]);

  const neither = 'If the address is new here, you can now sign in';
  const stranger = await newPerson(server.url, 'chosen-by-somebody');
  const owner = await newPerson(server.url, password);
  for (const { email } of [stranger, owner]) {
    await fillSignUp(page, email);
    await expect(toastOf(page, 'Check your email')).toContainText(neither);
    await expect(note(email)).toBeVisible();
    await expect(toastOf(page, 'Success!')).toHaveCount(0);
    await expect(page.getByText('new password')).toHaveCount(0);
  }
  await page.route('**/auth/v1/token**', (route) => route.abort());
  await fillSignUp(page, newEmail());
  await expect(toastOf(page, 'Check your email')).toContainText(neither);
});

async function signUp(page: Page, email: string) {
  await fillSignUp(page, email);
  await expect(toastOf(page, 'Success!')).toContainText(
    'Account created successfully. You can now log in.',
  );
}

async function fillSignUp(page: Page, email: string) {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Full Name').fill('Maya Torres');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}
