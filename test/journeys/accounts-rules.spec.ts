import { expect, patient, testEngine, testOnOwnSite } from '../support/browser.ts';
import { newEmail } from '../support/people.ts';
import { newestMail, newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';
import { startTestServer } from '../support/start-test-server.ts';

/**
 * The site of an operator who requires longer passwords and confirmed addresses, and has closed
 * other ways to sign in.
 */
const test = testOnOwnSite(() =>
  startTestServer(testEngine(), {
    ...patient,
    AUTH_REQUIRE_CONFIRMATION: 'true',
    AUTH_PASSWORD_MIN_LENGTH: '12',
    AUTH_COMMON_PASSWORDS: 'refused',
    AUTH_PASSKEYS: 'false',
    AUTH_MANUAL_LINKING: 'false',
    AUTH_GOOGLE_CLIENT_ID: 'site',
    AUTH_GOOGLE_CLIENT_SECRET: 'a secret',
  }),
);

test('the forms know the operator’s rules: the minimum length of a password, and what has to come first', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/auth?tab=sign-up');
  const password = page.getByLabel('Password');
  await expect(page.getByText('At least 12 characters.')).toBeVisible();
  await expect(password).toHaveAttribute('minlength', '12');
  await page.getByLabel('Full Name').fill('Maya Torres');
  await page.getByLabel('Email').fill(email);
  await password.fill('tulip-ford');
  await expect(page.getByText('Too short here: use at least 12 characters.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Error: Use at least 12 characters')).toBeVisible();
  await password.fill('1q2w3e4r5t6y');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('alert')).toContainText('known to be weak and easy to guess');
  await expect(page.getByRole('alert')).toContainText('unrelated words');
  await expect(password).toHaveValue('1q2w3e4r5t6y');
  await password.fill('tulip-ford-84');
  await page.getByRole('button', { name: 'Sign Up' }).click();

  await expect(toastOf(page, 'Almost done')).toContainText('confirm your email address first');
  await expect(page.getByText('Confirm your email address first', { exact: true })).toBeVisible();
  await expect(page.getByText('You can now log in')).toHaveCount(0);
  await expect(page.getByText('Your account is ready')).toHaveCount(0);
  const { link } = await newestMail(page, email, /Confirm/);
  await page.goto(link);
  await page.getByRole('button').click();
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();

  await page.goto('/account');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password')).toHaveAttribute('minlength', '12');
  await page.goto('/auth/new-password');
  await expect(page.getByLabel('New password')).toHaveAttribute('minlength', '12');
});

test('what is closed is not offered: signing in by passkey alone, and linking another sign-in', async ({
  page,
  context,
  site,
}) => {
  // Under a host name, where passkeys would be available.
  await page.goto(`${site.url.replace('127.0.0.1', 'localhost')}/auth`);
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'passkey' })).toHaveCount(0);
  const person = await newPerson(site.url);
  const confirm = 'update auth.users set email_confirmed_at = now() where email = $1';
  await site.database.asService.query({ text: confirm, values: [person.email] });
  await signInDirectly(context, site.url, person);
  await page.goto('/account', { waitUntil: 'networkidle' });
  await expect(page.getByRole('region', { name: 'Second step' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Passkeys' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Linked sign-ins' })).toHaveCount(0);
});
