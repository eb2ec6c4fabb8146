import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, settle, test } from '../support/browser.ts';
import { confirmAddress } from '../support/employers.ts';
import { newEmail } from '../support/people.ts';
import {
  callAuth,
  fillSignIn,
  newestMail,
  newPerson,
  signInDirectly,
  storageKey,
  toastOf,
} from '../support/people-on-screen.ts';

test('somebody manages the account: confirms it, changes the name, exports the data, signs out devices, changes the password', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/auth$/);
  const person = await newPerson(server.url);
  const { user } = await signInDirectly(context, server.url, person);
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Account', exact: true }).click();
  await page.waitForURL('**/account');
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText('Maya Torres')).toBeVisible();
  await expect(page.getByText('Other emails are stopped').getByRole('link')).toHaveText([
    'Messages',
    'Applications',
    'Alerts',
    'profile',
  ]);
  await test.step('it shows as confirmed, on another device too', async () => {
    await expect(page.getByText('Not confirmed', { exact: true })).toBeVisible();
    await confirmAddress(server.database, user.id);
    // As the browser signals a return from another tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send the email again' })).toHaveCount(0);
  });
  await test.step('the name, the history in words, and a file with what is kept', async () => {
    await page.getByRole('button', { name: 'Change name' }).click();
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await page.getByLabel('Full Name').fill('Maya T. Torres');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Maya T. Torres')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change name' })).toBeFocused();

    await page.getByRole('button', { name: 'Show history' }).click();
    await expect(page.getByText('Signed in with the password')).toBeVisible();
    await expect(page.locator('.setting-form')).toBeFocused();
    await expect(page.getByText('Account created')).toBeVisible();

    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export my data' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('my-account.json');
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(data.account.email).toBe(person.email);
    expect(data.jobs).toEqual([]);
  });
  await test.step('another device is signed out on its own, or with all others', async () => {
    for (let count = 0; count < 2; count += 1) {
      await callAuth(server.url, '/token?grant_type=password', person);
    }
    await page.reload();
    const others = page.getByRole('button', { name: /^Sign out another/ });
    await expect(others).toHaveCount(2);
    await others.first().click();
    await expect(others).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await expect(others).toHaveCount(0);
    await expect(page.getByText('This one')).toBeVisible();
  });
  await test.step('the password is changed with the old one, which signs out the others', async () => {
    await callAuth(server.url, '/token?grant_type=password', person);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Sign out another/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('another-tulip-85');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expect(page.getByRole('alert')).toContainText('Current password is not correct');
    await expect(page.getByLabel('New password')).toHaveValue('another-tulip-85');

    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expect(toastOf(page, 'Password changed')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Sign out another/ })).toHaveCount(0);
  });
});

test('late content moves no button away from under a press', async ({ page, context, server }) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.addInitScript(noteMoves);
  await page.goto('/account');
  await expect(page.getByText('This one')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the email again' })).toBeVisible();
  await settle(page);
  const moves = await page.evaluate(() => JSON.parse(document.body.dataset.moves ?? '[]'));
  expect(moves).toEqual([]);
});

/** Runs in the page: records every button that has moved on the screen. */
function noteMoves() {
  const places = new Map<Element, number>();
  const moves: string[] = [];
  const look = () => {
    for (const button of document.querySelectorAll('.setting button')) {
      const place = button.getBoundingClientRect().top + scrollY;
      const before = places.get(button) ?? place;
      if (Math.abs(place - before) > 2) {
        moves.push(`${button.textContent}: ${before} to ${place}`);
        document.body.dataset.moves = JSON.stringify(moves);
      }
      places.set(button, place);
    }
    requestAnimationFrame(look);
  };
  look();
}

test('an address changes once both mailboxes agree', async ({ page, context, browser, server }) => {
  const { email, password } = await newPerson(server.url);
  const next = newEmail();
  const { link: confirm } = await newestMail(page, email, /Confirm/);
  await page.goto(confirm);
  await page.getByLabel('Password of the account').fill(password);
  await page.getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this your account?');
  await signInDirectly(context, server.url, { email, password });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Change email' }).click();
  // No mail is sent, so nothing claims that one was.
  await page.getByLabel('New email').fill(email.toUpperCase());
  await page.getByRole('button', { name: 'Send the links' }).click();
  await expect(page.getByRole('alert')).toContainText('already the address of your account');
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send the links' }).click();
  await expect(page.getByText('A change is waiting')).toBeVisible();
  await test.step('an hour later it waits for nothing any more', async () => {
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}');
      session.user.email_change_sent_at = new Date(Date.now() - 3_700_000).toISOString();
      localStorage.setItem(key, JSON.stringify(session));
    }, storageKey(server.url));
    await page.reload();
    await expect(page.getByText('Your email did not change')).toBeVisible();
    await expect(page.getByText('A change is waiting')).toHaveCount(0);
  });
  const device = await browser.newContext();
  await signInDirectly(device, server.url, { email, password });
  const elsewhere = await device.newPage();
  await elsewhere.goto(`${server.url}/account`);
  await expect(elsewhere.getByText('A change is waiting')).toBeVisible();

  const old = await newestMail(page, email, /Approve/);
  await page.goto(old.link);
  await page.getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more address to confirm');
  const fresh = await newestMail(page, next, /Confirm/);
  await page.goto(fresh.link);
  // Between the press and its response people stay signed in, in another tab and on another device.
  let goOn: (() => void) | undefined;
  const isHeld = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/token?grant_type=pkce', async (route) => {
    await isHeld;
    await route.continue();
  });
  const asksForSession = page.waitForRequest('**/token?grant_type=pkce');
  await page.getByRole('button').click();
  await asksForSession;
  const other = await context.newPage();
  await other.goto('/account');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your account');
  await other.close();
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Your account');
  await expect(page.getByText('Checking the link…')).toBeVisible();
  goOn?.();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your email address has changed',
  );
  await page.goto('/account');
  await expect(page.getByText(next)).toBeVisible();
  await elsewhere.goto(`${server.url}/account`);
  await expect(elsewhere.getByText(next)).toBeVisible();
  await expect(elsewhere.getByText('A change is waiting')).toHaveCount(0);
  await test.step('when one change replaces another, both devices show the new one', async () => {
    const ask = async (device: Page, address: string) => {
      await device.getByRole('button', { name: 'Change email' }).click();
      await device.getByLabel('New email').fill(address);
      await device.getByRole('button', { name: 'Send the links' }).click();
      await expect(device.getByRole('main').getByText(address)).toBeVisible();
    };
    await ask(elsewhere, `first-${next}`);
    await ask(page, `second-${next}`);
    await elsewhere.reload();
    await expect(elsewhere.getByText(`second-${next}`)).toBeVisible();
  });
  await device.close();
});

test('an account is deleted after a confirmation and typed words, and cannot be used again', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  const { user } = await signInDirectly(context, server.url, person);
  const grow = () =>
    server.database.asService.query({
      text: `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      values: [user.id],
    });
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const prove = async () => {
    await dialog.getByLabel('Your password').fill(person.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  };
  await page.goto('/account');
  await test.step('somebody who signed in long ago exports the data after a confirmation', async () => {
    await grow();
    await page.getByRole('button', { name: 'Export my data' }).click();
    const download = page.waitForEvent('download');
    await prove();
    expect((await download).suggestedFilename()).toBe('my-account.json');
    await expect(dialog).toHaveCount(0);
  });
  await grow();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your jobs are taken off the board at once.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByText('Error: Type “delete my account” to confirm')).toBeVisible();
  await page.getByLabel(/^Type/).fill('delete my account');
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await prove();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(toastOf(page, 'Account deleted')).toBeVisible();
  await page.goto('/auth');
  await fillSignIn(page, person);
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
});
