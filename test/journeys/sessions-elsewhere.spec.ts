import type { Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import { signToken } from '../support/actors.ts';
import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { openBrowser } from '../support/people.ts';
import {
  callAuth,
  fillSignIn,
  newPerson,
  signInDirectly,
  storageKey,
  toastOf,
} from '../support/people-on-screen.ts';
import { addApp, codeOf } from '../support/second-factor.ts';

// A story of several sign-ins; none of it waits for time to pass.
const headline = 'Inpatient coding auditor';
const field = (page: Page) => page.getByLabel('Headline', { exact: true });
const saving = (page: Page) => page.getByRole('button', { name: /(Create|Save|Update)/ }).first();

/** Somebody has typed in this browser; elsewhere the same person adds a second factor. */
test('a session that ends elsewhere, and half of a new one, keep the screen and what was typed in it', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  await signInDirectly(context, server.url, person);
  await page.goto('/candidate-profile');
  await field(page).fill(headline);

  const elsewhere = openBrowser(fetch, { url: server.url });
  await elsewhere.auth.signInWithPassword(person);
  const { secret } = await addApp(elsewhere);

  await test.step('the session has ended: the first refusal says so, calmly', async () => {
    await saving(page).click();
    await expect(toastOf(page, 'You are signed out')).toBeVisible();
    await expect(page.getByText('Your session has ended', { exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('What you typed is still here.');
    await expect(field(page)).toHaveValue(headline);
    await expect(page.locator('html')).not.toHaveAttribute('data-signed-in', 'true');
  });

  const other = await context.newPage();
  await test.step('half a sign-in in another tab leads on to the second factor', async () => {
    await other.goto('/auth');
    await fillSignIn(other, person);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Confirm that it is you');
    await expect(page.getByText('Complete your second step', { exact: true })).toBeVisible();
    await expect(field(page)).toHaveValue(headline);
    await expect(page).toHaveURL(/\/candidate-profile$/);
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('saving is refused with a sentence, and possible as soon as the code is given', async () => {
    await saving(page).click();
    await expect(page.getByRole('alert')).toContainText('Complete your second step first.');
    // One step ahead, because the app's last code has been used.
    await other.getByLabel('Code').fill(codeOf(secret, Date.now() + 30_000));
    await other.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Complete your second step', { exact: true })).toHaveCount(0);
    await saving(page).click();
    await expect(toastOf(page, 'Profile created')).toBeVisible();
  });
});

test('a page without the official client drops a session that has ended', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  const session = await signInDirectly(context, server.url, person);
  await callAuth(server.url, '/logout?scope=global', {}, session.access_token);
  await page.goto('/about');
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in', 'true');
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Sign in' }).first(),
  ).toBeVisible();

  await test.step('a screen that is opened with it leads to the sign-in page, as nothing was typed', async () => {
    await page.evaluate(
      ([key = '', text = '']) => localStorage.setItem(key, text),
      [storageKey(server.url), JSON.stringify(session)],
    );
    await page.goto('/alerts');
    await expect(page).toHaveURL(/\/auth$/);
    await expect(toastOf(page, 'You are signed out')).toBeVisible();
  });
});

test('a device whose clock is behind takes an expired token for a fresh one, and still recovers', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  const session = await callAuth(server.url, '/token?grant_type=password', person);
  const past = { expires: Math.floor(Date.now() / 1_000) - 600 };
  const expired = await signToken(decodeJwt(session.access_token), past);
  await context.addInitScript(
    ([key, value]) => {
      if (key && value && !localStorage.getItem(key)) localStorage.setItem(key, value);
    },
    [storageKey(server.url), JSON.stringify({ ...session, access_token: expired })],
  );
  // It loads when somebody scrolls to the end, where the button is.
  await page.route('**/assets/hide-from-*.js*', (route) => route.abort());
  await page.goto('/candidate-profile');
  await field(page).fill(headline);
  // An hour later, in a tunnel: the session still exists, and only cannot be renewed.
  await page.evaluate((key) => {
    const stored = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...stored, expires_at: 1 }));
  }, storageKey(server.url));
  await context.setOffline(true);
  await saving(page).click();
  // The form says so, and a toast may too.
  await expect(page.getByRole('alert').first()).toContainText('The site could not be reached.');
  await expect(page.getByText('Your session has ended', { exact: true })).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByText('A part of this page could not be loaded').first()).toBeVisible();
  await expect(field(page)).toHaveValue(headline);
  await context.setOffline(false);
  await saving(page).click();
  await expect(toastOf(page, 'Profile created')).toBeVisible();
});

test('a device whose clock is hours ahead keeps a session for as long as it lasts', async ({
  page,
  server,
}) => {
  const person = await newPerson(server.url);
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals.push(request.url());
  });
  await page.clock.setSystemTime(Date.now() + 3 * 3_600_000);
  await page.goto('/auth');
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/candidate-profile$/);
  await page.goto('/messages');
  await expect(page.getByText('No messages yet').first()).toBeVisible();
  expect(renewals).toEqual([]);
});
