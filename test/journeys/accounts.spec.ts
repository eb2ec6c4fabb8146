import { expect, test } from '../support/browser.ts';
import { newEmail } from '../support/people.ts';
import {
  callAuth,
  changeBrowser,
  fillSignIn,
  giveProfile,
  newestMail,
  newPerson,
  toastOf,
} from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';

test('somebody signs up, confirms the address by mail in the same browser, and keeps the password', async ({
  page,
  server,
}) => {
  const email = newEmail();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\?tab=sign-up$/);
  await page.getByLabel('Full Name').fill('Maya Torres');
  await expect(page.getByLabel('Email')).toHaveCount(1);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('tulip-ford-84');
  await page.getByRole('button', { name: 'Sign Up' }).click();

  await expect(toastOf(page, 'Success!')).toContainText(
    'Account created successfully. You can now log in.',
  );
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password')).toBeFocused();

  const { link } = await newestMail(page, email, /Confirm/);
  await page.goto(link);
  await page.getByRole('button').click();
  await page.waitForURL(/\/auth\/confirm/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your email address is confirmed',
  );
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
  await callAuth(server.url, '/token?grant_type=password', { email, password: 'tulip-ford-84' });

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await expect(page.getByText('Have you opened it before?')).toBeVisible();
  await expectSound(page, { state: 'an expired confirmation', part: 'main' });
});

test('an account that is signed in at once is announced in the same words', async ({
  page,
  server,
}) => {
  const person = await newPerson(server.url);
  const session = await callAuth(server.url, '/token?grant_type=password', person);
  await page.route('**/auth/v1/signup*', (route) => route.fulfill({ json: session }));
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Full Name').fill('Maya Torres');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/candidate-profile');
  await expect(toastOf(page, 'Success!')).toContainText(
    'Account created successfully. You can now log in.',
  );
});

test('a code proves nothing until the service accepts it; a real one confirms on any device that knows the password', async ({
  page,
  server,
}) => {
  await page.goto('/?code=anything');
  await page.waitForURL('**/auth/confirm?code=anything');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');

  const email = newEmail();
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Full Name').fill('Maya Torres');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('tulip-ford-84');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const { link } = await newestMail(page, email, /Confirm/);
  await changeBrowser(page);
  await page.goto(link);
  await page.getByLabel('Password of the account').fill('not the password');
  await page.getByRole('button').click();
  await expect(page.getByRole('alert')).toContainText('This is not the account’s password.');
  await expectSound(page, { state: 'a wrong password on the page of the link', part: 'main' });
  await page.getByLabel('Password of the account').fill('tulip-ford-84');
  await page.getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your email address is confirmed',
  );
  await expect(page.getByText('You opened the link in a different browser')).toBeVisible();
  await callAuth(server.url, '/token?grant_type=password', { email, password: 'tulip-ford-84' });
});

test('signing in leads home with a welcome, and the sign-in page has nothing more to ask', async ({
  page,
  server,
}) => {
  const person = await newPerson(server.url);
  await giveProfile(server.url, person);
  await page.goto('/auth');
  await fillSignIn(page, person);
  await page.waitForURL((url) => url.pathname === '/');
  await expect(toastOf(page, 'Welcome back!')).toContainText("You've been logged in successfully.");
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', 'true');

  await page.goto('/auth');
  await page.waitForURL((url) => url.pathname === '/');
});

test('nothing reacts to a press before the page can handle it, and the forms support password managers and can show a password', async ({
  page,
}) => {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client*', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto('/auth', { waitUntil: 'commit' });
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Show password' })).toBeDisabled();
  arrival.resolve();
  await page.waitForLoadState();
  await page.evaluate(() => {
    const count = () => document.querySelectorAll('[role=tabpanel]').length;
    Object.assign(window, { most: count() });
    new MutationObserver(() => {
      Object.assign(window, { most: Math.max(Reflect.get(window, 'most'), count()) });
    }).observe(document.body, { childList: true, subtree: true });
  });
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  const password = page.getByLabel('Password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await password.fill('tulip-ford-84');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\?tab=sign-up$/);
  await expect(page.getByLabel('Full Name')).toHaveAttribute('autocomplete', 'name');
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'new-password');
  await page.getByRole('tab', { name: 'Sign Up' }).press('ArrowLeft');
  await expect(page.getByLabel('Full Name')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'most'))).toBe(1);
});

test('a wrong password is reported in both places and keeps what was typed; the right one takes one press, and leads to no other site', async ({
  page,
  server,
}) => {
  const person = await newPerson(server.url);
  await page.goto(`/auth?next=${encodeURIComponent('//evil.example/x')}`);
  await fillSignIn(page, { ...person, password: 'not the password' });
  await expect(toastOf(page, 'Error').getByText('Error', { exact: true })).toBeVisible();
  // Only once in the document, inside the form, so that a search for the words finds one place.
  await expect(page.getByText('Invalid login credentials')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Password')).toHaveValue('not the password');
  await expectSound(page, { state: 'a wrong password', part: 'main' });

  const answer = Promise.withResolvers<void>();
  await page.route('**/auth/v1/token**', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await fillSignIn(page, person);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  answer.resolve();
  // Nobody has a profile at first, so the link leads to the form for one.
  await page.waitForURL('**/candidate-profile');
  expect(new URL(page.url()).origin).toBe(new URL(server.url).origin);
});

test('an incomplete form names each gap and goes to the first, and a local site accepts a weak password', async ({
  page,
}) => {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Email').fill('maya at home');
  await page.getByLabel('Password').fill('12345');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Enter your full name')).toBeVisible();
  await expect(page.getByText('Enter an email address in the form')).toBeVisible();
  await expect(page.getByText('Use at least 6 characters')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expectSound(page, { state: 'gaps', part: 'main' });

  await page.getByLabel('Full Name').fill('Maya Torres');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill('123456');
  await expect(page.getByText('Among the first that attackers try.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(toastOf(page, 'Success!')).toBeVisible();
});

test('personal screens send a visitor to sign in and request nothing beforehand; signing in on a freshly opened page leads to the profile form', async ({
  page,
  server,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(rest|functions)\/v1\//.test(request.url())) asked.push(request.url());
  });
  await page.goto('/my-jobs');
  await expect(page).toHaveURL(/\/auth$/);
  expect(asked).toEqual([]);
  for (const path of ['/browse-candidates', '/candidate-profile', '/membership']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth$/);
  }
  await page.goto('/auth');
  await fillSignIn(page, await newPerson(server.url));
  await page.waitForURL('**/candidate-profile');
});

test.describe('without JavaScript', () => {
  test.use({ runsScripts: false });

  test('the sign-in page says plainly what it needs, and the screens behind it do not wait for ever', async ({
    page,
  }) => {
    await page.goto('/auth');
    await expect(page.locator('noscript .notice-title')).toHaveText('Signing in needs JavaScript');
    await expect(page.locator('noscript .notice-title')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
    await page.goto('/post-job');
    await expect(page.locator('noscript .notice-title')).toHaveText('This page needs JavaScript');
    await expect(page.locator('noscript .notice-title')).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toBeHidden();
    for (const path of [
      '/account',
      '/membership',
      '/saved-jobs',
      '/auth/confirm',
      '/auth/recover',
      '/account/export',
    ]) {
      const html = await (await page.request.get(path)).text();
      const [main = ''] = html.match(/<main.*<\/main>/s) ?? [];
      expect(main, path).toMatch(/<noscript>.*This page needs JavaScript.*<\/noscript>/s);
      // Loading indicators are inside what is hidden without scripts.
      expect(main.split('class="needs-script"')[0], path).not.toContain('role="status"');
    }
  });
});
