import { expect, test } from '../support/browser.ts';
import { newEmail } from '../support/people.ts';
import {
  fillSignIn,
  giveProfile,
  newestMail,
  newPerson,
  signInDirectly,
  storageKey,
  toastOf,
} from '../support/people-on-screen.ts';

test('somebody signs up, confirms the address by mail, and signs in', async ({ page }) => {
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

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
});

test('a code proves nothing until the service knows it; a real one confirms in any browser', async ({
  page,
  browser,
  baseURL,
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
  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await other.goto(link);
  await other.getByLabel('Password of the account').fill('tulip-ford-84');
  await other.getByRole('button').click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    'Your email address is confirmed',
  );
  await expect(other.getByText('You opened the link in a different browser')).toBeVisible();
  await context.close();
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

test('the button says what goes on and takes no second press', async ({ page, server }) => {
  const person = await newPerson(server.url);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/auth/v1/token**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/auth');
  await fillSignIn(page, person);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  release();
  // Nobody has a profile at first, and the way leads to the form for one.
  await page.waitForURL('**/candidate-profile');
});

test('nothing takes a press before the page can answer to it', async ({ page }) => {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client*', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto('/auth', { waitUntil: 'commit' });
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Show password' })).toBeDisabled();
  arrival.resolve();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\?tab=sign-up$/);
});

test('a wrong password is told in both places, and everything typed stays', async ({
  page,
  server,
}) => {
  const { email } = await newPerson(server.url);
  await page.goto('/auth');
  await fillSignIn(page, { email, password: 'not the password' });
  await expect(toastOf(page, 'Error')).toContainText('Invalid login credentials');
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password')).toHaveValue('not the password');
});

test('without a connection the form says so and keeps what was typed', async ({ page }) => {
  await page.goto('/auth');
  await page.waitForLoadState('networkidle');
  await page.route('**/auth/v1/token**', (route) => route.abort());
  await fillSignIn(page, { email: 'maya@people.example', password: 'tulip-ford-84' });
  await expect(page.getByRole('alert')).toContainText('Check your connection');
  await expect(page.getByLabel('Email')).toHaveValue('maya@people.example');
});

test('a form that is not complete names each gap and goes to the first', async ({ page }) => {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Email').fill('maya at home');
  await page.getByLabel('Password').fill('12345');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Enter your full name')).toBeVisible();
  await expect(page.getByText('Enter an email address in the form')).toBeVisible();
  await expect(page.getByText('Use at least 6 characters')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
});

test('password managers find their way, and a password can be looked at', async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  const password = page.getByLabel('Password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await password.fill('tulip-ford-84');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Full Name')).toHaveAttribute('autocomplete', 'name');
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'new-password');
});

test('only one of the two forms is ever on the page', async ({ page }) => {
  await page.goto('/auth');
  await page.evaluate(() => {
    const count = () => document.querySelectorAll('[role=tabpanel]').length;
    Object.assign(window, { most: count() });
    new MutationObserver(() => {
      Object.assign(window, { most: Math.max(Reflect.get(window, 'most'), count()) });
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await page.getByRole('tab', { name: 'Sign Up' }).press('ArrowLeft');
  await expect(page.getByLabel('Full Name')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'most'))).toBe(1);
});

test('somebody who wants to post a job signs in and comes back to it', async ({ page, server }) => {
  const person = await newPerson(server.url);
  await page.goto('/post-job');
  await expect(toastOf(page, 'Authentication required')).toContainText(
    'Please sign in to post a job',
  );
  await expect(page).toHaveURL(/\/auth\?next=\/post-job$/);
  await fillSignIn(page, person);
  await page.waitForURL((url) => url.pathname === '/post-job');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post a New Job');
});

for (const path of ['/browse-candidates', '/candidate-profile', '/membership']) {
  test(`${path} sends a visitor to sign in and back`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`/auth\\?next=${path}$`));
  });
}

test('no address leads from the sign-in page to another site', async ({ page, server }) => {
  const person = await newPerson(server.url);
  await page.goto(`/auth?next=${encodeURIComponent('//evil.example/x')}`);
  await fillSignIn(page, person);
  await page.waitForURL('**/candidate-profile');
  expect(new URL(page.url()).origin).toBe(new URL(server.url).origin);
});

test('a forgotten password is replaced through the link in the mail, once', async ({
  page,
  server,
}) => {
  const { email, password } = await newPerson(server.url);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');

  const { link } = await newestMail(page, email, /Reset/);
  await page.goto(link);
  await page.getByRole('button').click();
  await page.waitForURL(/\/auth\/new-password/);
  await page.getByLabel('New password').fill('another-tulip-85');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(toastOf(page, 'Password changed')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', 'true');

  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await page.goto('/auth');
  await fillSignIn(page, { email, password });
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  await page.getByLabel('Password').fill('another-tulip-85');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/candidate-profile');
});

test('a link opened in another browser says so; the code from the mail works there', async ({
  page,
  browser,
  baseURL,
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

  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole('button').click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    'This link belongs to another browser',
  );
  await expect(other.getByText('Opening it here has used it up, and its code too.')).toBeVisible();
  await other.getByLabel('Email').fill(email);
  await other.getByRole('button', { name: 'Send a new link' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await expect
    .poll(async () => (await newestMail(other, email, /Reset/)).link === link)
    .toBe(false);
  const { code } = await newestMail(other, email, /Reset/);
  await other.getByLabel('Code from the email').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByLabel('New password')).toBeVisible();
  await context.close();
});

test('the answer is the same for an address that nobody has', async ({ page }) => {
  await page.goto('/auth/recover');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
});

test('signing out in one tab signs out the others, and a page that is open stays', async ({
  page,
  context,
  server,
}) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  const second = await context.newPage();
  await second.goto('/about');
  await second.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await second.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(toastOf(second, 'Signed out')).toContainText(
    'You have been successfully signed out.',
  );
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in', 'true');
  await expect(toastOf(page, 'You are signed out')).toHaveCount(1);
  await expect(page.getByText('What you typed is still here.')).toBeVisible();
  await expect(page).toHaveURL(/\/post-job$/);
});

test('signing out on a protected screen leads to the sign-in page', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  await page.getByLabel('Job Title').fill('CDI Specialist');
  const drafts = () =>
    page.evaluate(() =>
      [localStorage, sessionStorage]
        .flatMap((storage) => Object.keys(storage))
        .filter((key) => key.includes('-draft:'))
        .sort(),
    );
  await expect.poll(drafts).toContain(`job-draft:${user.id}:new`);
  await page.evaluate((id) => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(`profile-draft:${id}`, '{}');
      storage.setItem(`message-draft:${id}:1`, '{}');
      storage.setItem('profile-draft:somebody-else', '{}');
    }
  }, user.id);

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\?next=\/post-job$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account');
  await expect(toastOf(page, 'Signed out')).toHaveCount(1);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(1);
  // What was begun is the person’s own, and the next one at this computer may be somebody else.
  const kept = 'profile-draft:somebody-else';
  expect(await drafts()).toEqual([kept, kept]);
});

test('a session that the server has ended says so once, and asks to sign in', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  const { user } = await signInDirectly(context, server.url, person);
  // A page that is told of the end when it asks for news forgets the session by itself.
  const news = page.waitForResponse('**/rpc/unread_messages');
  await page.goto('/about');
  await news;
  await server.database.asService.query({
    text: 'delete from auth.sessions where user_id = $1',
    values: [user.id],
  });
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1_000 }));
    localStorage.setItem(`message-draft:${session.user.id}:1`, '{}');
  }, storageKey(server.url));
  await page.goto('/membership');
  await expect(page).toHaveURL(/\/auth\?next=\/membership$/);
  await expect(toastOf(page, 'You are signed out')).toHaveCount(1);
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in', 'true');
  // Nobody meant to leave, so what was begun stays.
  const draft = `message-draft:${user.id}:1`;
  expect(await page.evaluate((key) => localStorage.getItem(key), draft)).not.toBeNull();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the sign-in page says plainly what it needs', async ({ page }) => {
    await page.goto('/auth');
    await expect(page.locator('noscript .notice-title')).toHaveText('Signing in needs JavaScript');
    await expect(page.locator('noscript .notice-title')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  });

  test('the screens behind it say so too, and do not wait for ever', async ({ page }) => {
    const paths = ['/post-job', '/account', '/membership', '/saved-jobs', '/auth/confirm'];
    for (const path of paths) {
      await page.goto(path);
      const words = page.locator('noscript .notice-title');
      await expect(words, path).toHaveText('This page needs JavaScript');
      await expect(words).toBeVisible();
      await expect(page.getByRole('main').getByRole('status')).toBeHidden();
    }
  });
});
