import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { newEmail } from '../support/people.ts';
import {
  callAuth,
  fillSignIn,
  newestMail,
  newPerson,
  signInDirectly,
  toastOf,
} from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';

const expectLooks = (page: Page, state: string) => expectSound(page, { state, part: 'main' });

test('signing in and up, with gaps and with failures', async ({ page }) => {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Password').fill('tulip');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Enter your full name')).toBeVisible();
  await expectLooks(page, 'gaps');
  await page.goto('/auth');
  await fillSignIn(page, { email: newEmail(), password: 'not the password' });
  await expect(page.getByRole('alert')).toBeVisible();
  await expectLooks(page, 'a wrong password');
});

test('recovery, from asking to links that do not work', async ({ page }) => {
  await page.goto('/auth/recover');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByLabel('Code from the email')).toBeVisible();
  await expectLooks(page, 'check your mail');
  await page.goto('/auth/new-password?error=access_denied&error_code=otp_expired');
  await expect(page.getByText('It has expired or has already been used.')).toBeVisible();
  await expectLooks(page, 'an expired link');
  await page.goto('/auth/new-password?code=of-another-browser');
  await expect(page.getByText('This link belongs to another browser')).toBeVisible();
  await expectLooks(page, 'another browser');
  await page.goto('/auth/confirm#error=access_denied&error_code=otp_expired');
  await expect(page.getByText('Have you opened it before?')).toBeVisible();
  await expectLooks(page, 'an expired confirmation');
});

test('what a first proof of the mailbox leads to', async ({ page, server }) => {
  const { email } = await newPerson(server.url);
  const { link } = await newestMail(page, email, /Confirm/);
  await page.goto(link);
  await page.getByLabel('Password of the account').fill('not the password');
  await page.getByRole('button').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectLooks(page, 'a wrong password on the page of the link');
  await page.getByLabel('Password of the account').fill('');
  await page.getByRole('button').click();
  await page.getByRole('button', { name: 'Continue with this account' }).click();
  await expect(page.getByText('You have shown that the mailbox')).toBeVisible();
  await expectLooks(page, 'the account that was cleared');
  await page.getByRole('button', { name: 'I did not sign up' }).click();
  await expectLooks(page, 'about to remove it');
});

test('a new password, and the account with its forms open', async ({ page, context, server }) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/auth/new-password');
  await page.getByLabel('New password').fill('tulip ford');
  await expectLooks(page, 'a new password');
  await page.goto('/account');
  for (const name of [
    'Change name',
    'Change email',
    'Change password',
    'Show history',
    'Delete my account',
  ]) {
    await page.getByRole('button', { name }).click();
  }
  await page.getByRole('button', { name: 'Add a second step' }).click();
  await page.getByRole('button', { name: 'Set up Authenticator app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  await expect(page.getByText('Account created')).toBeVisible();
  await expectLooks(page, 'forms');
});

test('the second step of signing in', async ({ page, server }) => {
  const person = await newPerson(server.url);
  const { user } = await callAuth(server.url, '/token?grant_type=password', person);
  await server.database.asService.query({
    text: `insert into auth.mfa_factors (user_id, factor_type, friendly_name, status, secret, phone)
      values ($1, 'totp', 'Phone app', 'verified', 'JBSWY3DPEHPK3PXP', null),
        ($1, 'phone', 'Phone', 'verified', null, '19195550100'),
        ($1, 'recovery_code', 'Recovery codes', 'verified', null, null)`,
    values: [user.id],
  });
  await page.goto('/auth');
  await fillSignIn(page, person);
  await expect(page.getByLabel('Code')).toBeVisible();
  await expectLooks(page, 'a code');
  await page.getByRole('button', { name: 'Text message (Phone)' }).click();
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await expectLooks(page, 'a text message');
  await page.getByRole('button', { name: 'Recovery code' }).click();
  await page.getByLabel('Recovery code').fill('abcd-efgh-jkmn-pqrs');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectLooks(page, 'a wrong recovery code');
});

test('a session that ended while somebody worked', async ({ page, context, server }) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  const second = await context.newPage();
  await second.goto('/about');
  await second.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await second.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(toastOf(page, 'You are signed out')).toHaveCount(1);
  await expectLooks(page, 'session ended');
});
