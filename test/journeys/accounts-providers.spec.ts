import { createServer } from 'node:net';
import { expect, patient, testEngine, testOnOwnSite } from '../support/browser.ts';
import { startOpenIdProvider } from '../support/openid-provider.ts';
import { newEmail } from '../support/people.ts';
import {
  fillSignIn,
  newestMail,
  newPerson,
  signInDirectly,
  toastOf,
} from '../support/people-on-screen.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { testKeys } from '../support/test-keys.ts';

/** The provider must know the site's address before the site starts. */
const port = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
});

let openId: Awaited<ReturnType<typeof startOpenIdProvider>>;

/** The site with one provider: a real OpenID provider that plays Google. */
const test = testOnOwnSite(async () => {
  openId = await startOpenIdProvider(`http://127.0.0.1:${port}/auth/v1/callback`);
  const environment = { ...patient, PORT: String(port) };
  const providers = { google: openId.settings };
  const site = await startTestServer(testEngine(), environment, { providers });
  return {
    ...site,
    async stop() {
      await site.stop();
      await openId.stop();
    },
  };
});

test('somebody new comes in through a provider, and back to the page they wanted', async ({
  page,
}) => {
  const person = openId.addPerson({ name: 'Ada Provider' });
  await page.goto('/auth?next=/account');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL('**/account');
  await expect(page.getByText(person.email).first()).toBeVisible();
  await expect(page.getByText('Ada Provider')).toBeVisible();
  // The only way to sign in cannot be removed.
  await expect(page.getByText('Google', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toHaveCount(0);
});

test('a provider account with an unconfirmed address opens no account here', async ({
  page,
  site,
}) => {
  const { email } = await newPerson(site.url);
  openId.addPerson({ email, email_verified: false });
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL(/\/auth/);
  await expect(
    page.locator('[data-sonner-toast]').or(page.getByRole('alert')).first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('a provider is linked, signs in, and is unlinked again', async ({
  page,
  context,
  browser,
  site,
}) => {
  const person = await newPerson(site.url);
  const atProvider = openId.addPerson();
  await signInDirectly(context, site.url, person);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Link Google' }).click();
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible();
  await expect(page.getByText(atProvider.email)).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(`${site.url}/auth?next=/account`);
  await other.getByRole('button', { name: 'Continue with Google' }).click();
  await other.waitForURL('**/account');
  await expect(other.getByText(person.email).first()).toBeVisible();

  await page.getByRole('button', { name: 'Unlink Google' }).click();
  await expect(toastOf(page, 'Google unlinked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
  // The other device has not heard of it.
  await other.getByRole('button', { name: 'Unlink Google' }).click();
  await expect(toastOf(other, 'Google unlinked')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Link Google' })).toBeVisible();
  await elsewhere.close();
});

test('an invitation says whose account it opens, and lets its owner choose a password', async ({
  page,
  site,
}) => {
  const email = newEmail();
  const answer = await fetch(`${site.url}/auth/v1/invite`, {
    method: 'POST',
    headers: { apikey: testKeys.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, data: { full_name: 'Nia Invited' } }),
  });
  expect(answer.status).toBe(200);
  const { link } = await newestMail(page, email, /invite/i);
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  await expect(page).toHaveURL(/\/auth\/new-password$/);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Continue with this account' }).click();
  await page.getByLabel('New password').fill('a-quiet-lantern-52');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth?next=/account');
  await fillSignIn(page, { email, password: 'a-quiet-lantern-52' });
  await page.waitForURL('**/account');
  await expect(page.getByText('Nia Invited')).toBeVisible();
});
