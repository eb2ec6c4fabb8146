import { expect, patient, testEngine, testOnOwnSite } from '../support/browser.ts';
import { newEmail } from '../support/people.ts';
import { newestMail, toastOf } from '../support/people-on-screen.ts';
import { startTestServer } from '../support/start-test-server.ts';

/** The site of an operator who asks for longer passwords and for confirmed addresses. */
const test = testOnOwnSite(() =>
  startTestServer(testEngine(), {
    ...patient,
    AUTH_REQUIRE_CONFIRMATION: 'true',
    AUTH_PASSWORD_MIN_LENGTH: '12',
  }),
);

test('the forms know the operator’s rules: the length of a password, and what comes first', async ({
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
