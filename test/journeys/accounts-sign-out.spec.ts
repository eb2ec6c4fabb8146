import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { newPerson, signInDirectly, storageKey, toastOf } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';

test('signing out in one tab signs out the others, and an open page stays', async ({
  page,
  context,
  server,
}) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  await page.getByLabel('Job Title').fill('CDI Specialist');
  await expect.poll(() => draftsOn(page)).toHaveLength(2);
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  const second = await context.newPage();
  await second.setViewportSize({ width: 375, height: 740 });
  await second.goto('/about');
  await second.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  // Awaited from now on, because a toast disappears by itself.
  const told = expect(toastOf(page, 'You are signed out')).toBeVisible();
  await second.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(toastOf(second, 'Signed out')).toContainText(
    'You have been successfully signed out.',
  );
  // On a phone the menu lies over the toast, and on a desktop it belongs to a button that
  // disappears.
  await expect(second.locator('[popover]:popover-open')).toHaveCount(0);
  await expect(page.locator('[popover]:popover-open')).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in', 'true');
  await told;
  await expect(page.getByText('What you typed is still here.')).toBeVisible();
  await expect(page).toHaveURL(/\/post-job$/);
  // The form keeps it, but the device keeps nothing of somebody who has left, whatever is typed.
  await page.getByLabel('Job Title').fill('CDI Specialist, nights');
  await page.getByLabel('Company').fill('Tidewater Health');
  expect(await draftsOn(page)).toEqual([]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(leaving).toContainText('You have signed out, so it is not kept.');
  await leaving.getByRole('button', { name: 'Keep writing' }).click();
  await expectSound(page, { state: 'session ended', part: 'main' });
});

test('signing out on a protected screen leads to the sign-in page', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  await page.getByLabel('Job Title').fill('CDI Specialist');
  await expect.poll(() => draftsOn(page)).toContain(`job-draft:${user.id}:new`);
  await page.evaluate((id) => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(`profile-draft:${id}`, '{}');
      storage.setItem(`message-draft:${id}:1`, '{}');
      storage.setItem('profile-draft:somebody-else', '{}');
    }
    localStorage.setItem('saved-jobs', JSON.stringify({ owner: id, ids: ['1'] }));
  }, user.id);

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account');
  await expect(toastOf(page, 'Signed out')).toHaveCount(1);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(1);
  // Drafts belong to one person, and the next one at this computer may be somebody else.
  const kept = 'profile-draft:somebody-else';
  expect(await draftsOn(page)).toEqual([kept, kept]);
  expect(await page.evaluate(() => localStorage.getItem('saved-jobs'))).toBeNull();
});

test('a session that the server has ended says so once, and asks to sign in', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  const { user } = await signInDirectly(context, server.url, person);
  // A page that learns of the end when it polls for news forgets the session by itself.
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
  await expect(page).toHaveURL(/\/auth$/);
  await expect(toastOf(page, 'You are signed out')).toHaveCount(1);
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in', 'true');
  // Nobody meant to leave, so drafts stay.
  const draft = `message-draft:${user.id}:1`;
  expect(await page.evaluate((key) => localStorage.getItem(key), draft)).not.toBeNull();

  for (const unreadable of ['no session {', 'null', '"text"']) {
    await test.step(`what is stored as ${unreadable} is no session`, async () => {
      await page.evaluate(
        ([key = '', text = '']) => localStorage.setItem(key, text),
        [storageKey(server.url), unreadable],
      );
      await page.goto('/about');
      await expect(page.locator('html')).not.toHaveAttribute('data-signed-in', 'true');
      await page.goto('/membership');
      await expect(page).toHaveURL(/\/auth$/);
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
      await expect(toastOf(page, 'You are signed out')).toHaveCount(0);
    });
  }
});

test('going back after signing out shows nobody’s page', async ({ page, context, server }) => {
  const person = await newPerson(server.url);
  await signInDirectly(context, server.url, person);
  await page.goto('/account');
  await expect(page.getByText(person.email)).toBeVisible();
  // As the browser restores a page from its cache after the person has signed out on another.
  await page.evaluate((key) => {
    localStorage.removeItem(key);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, storageKey(server.url));
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText(person.email)).toHaveCount(0);
});

/** The keys under which this tab finds drafts. */
function draftsOn(page: Page) {
  return page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Object.keys(storage))
      .filter((key) => key.includes('-draft:'))
      .sort(),
  );
}
