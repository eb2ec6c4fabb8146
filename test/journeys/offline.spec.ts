import type { Page, Route } from '@playwright/test';
import { expect, settle, test } from '../support/browser.ts';
import { becomeKnown, subscribe } from '../support/employers.ts';
import { newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';

const ours = 'The site could not be reached.';

/** Browsers' own words for it must not be shown to anybody. */
const expectOwnWords = (page: Page) =>
  expect(page.locator('body')).not.toContainText(/failed to fetch|networkerror|load failed/i);
test.afterEach(({ page }) => expectOwnWords(page));

test('without a connection the forms for signing in and up, the newsletter and a report say so, and stay as they are', async ({
  page,
}) => {
  await page.goto('/auth');
  await settle(page);
  await page.getByLabel('Email').fill('maya@people.example');
  await page.getByLabel('Password').fill('one-two-three-4');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Check your connection, then try again.')).toBeVisible();
  await expect(page.getByText(ours).first()).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('maya@people.example');

  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('Maya Torres');
  await page.getByLabel('Password').fill('one-two-three-4');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Check your connection, then try again.')).toBeVisible();
  await expectOwnWords(page);
  await page.context().setOffline(false);
  await test.step('the newsletter, and a report', async () => {
    await page.goto('/resources');
    await page.getByLabel('Email address').fill('reader@people.example');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(errorOn(page)).toContainText(`${ours} Nothing you typed is lost.`);
    await expect(page.getByLabel('Email address')).toHaveValue('reader@people.example');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page).toHaveURL(/newsletter=sent/);

    await page.goto('/job/10000000-0000-4000-8000-000000000003');
    await page.getByText('Report this job').click();
    await page.getByRole('radio').first().check();
    await page
      .getByLabel(/^Anything else|^Note|^What/)
      .last()
      .fill('It asks for money.');
    await page.context().setOffline(true);
    await page
      .locator('form')
      .filter({ has: page.getByRole('radio') })
      .getByRole('button')
      .click();
    await expect(errorOn(page)).toContainText(ours);
  });
});

test('without a connection signing out and saving a job say so', async ({ page, server }) => {
  await signInDirectly(page.context(), server.url, await newPerson(server.url));
  await page.goto('/job/10000000-0000-4000-8000-000000000002');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(errorOn(page)).toContainText(ours);
  await expect(page.getByRole('button', { name: /^Save/ }).first()).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(errorOn(page)).toContainText(ours);
});

test('a first look at the candidates that cannot load ends with the right sentence', async ({
  page,
  server,
}) => {
  const session = await signInDirectly(page.context(), server.url, await newPerson(server.url));
  await subscribe(server.database, session.user.id);
  await becomeKnown(server.database, session.user.id);
  for (const [what, address, answer] of [
    ['lost', '**/rpc/search_candidates', 'abort'],
    ['lost, of the whole table API', '**/rest/v1/**', 'abort'],
    ['a failure', '**/rpc/search_candidates', 500],
    ['to wait for the database', '**/rest/v1/**', 503],
  ] as const) {
    await test.step(`the response is ${what}`, async () => {
      await page.route(address, (route) =>
        answer === 'abort'
          ? route.abort()
          : route.fulfill({
              status: answer,
              json: { code: 'unexpected', message: 'Nothing works.' },
            }),
      );
      await page.goto('/browse-candidates');
      await expect(toastOf(page, 'Error')).toContainText('Failed to load candidates');
      await expect(page.getByText('Your search is kept.')).toBeVisible();
      await page.unroute(address);
    });
  }
  await test.step('the screen itself does not load, and the message takes its place', async () => {
    await page.route('**/assets/candidate-search-screen-*', (route) => route.abort());
    await page.goto('/browse-candidates');
    await expect(page.locator('main .notice')).toBeVisible();
    const lost = await page.locator('main .notice').boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(lost?.x).toBe(title?.x);
    await page.unroute('**/assets/candidate-search-screen-*');
  });
  await test.step('the toaster cannot be loaded either', async () => {
    await page.route('**/assets/toaster*', (route) => route.abort());
    await page.route('**/rpc/search_candidates', (route) => route.abort());
    await page.goto('/browse-candidates');
    await expect(errorOn(page)).toContainText('Failed to load candidates');
  });
});

test('without a connection the checkout says so', async ({ page, server }) => {
  await signInDirectly(page.context(), server.url, await newPerson(server.url));
  const failing = { status: 500, json: { code: 'unexpected', message: 'Nothing works.' } };
  await page.route('**/rpc/employer_state', (route) => route.fulfill(failing));
  await page.goto('/browse-candidates');
  await page.getByRole('button', { name: /Subscribe/ }).waitFor();
  // Everything that the screen loads late is there.
  await page.waitForLoadState('networkidle');
  // No search had to be made.
  await expect(toastOf(page, 'Error')).toHaveCount(0);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /Subscribe/ }).click();
  await expect(errorOn(page)).toContainText(ours);
});

/** The toast, or its substitute while nothing can be loaded. */
function errorOn(page: Page) {
  return page.locator('[data-sonner-toast], .plain-toast').last();
}

test('a part of a screen that fails to load takes nothing away, says so, and loads on the next try', async ({
  page,
  server,
}) => {
  await signInDirectly(page.context(), server.url, await newPerson(server.url));
  const lost = page
    .getByRole('alert')
    .filter({ hasText: 'A part of this page could not be loaded' });
  const lose = (part: string) => page.route(`**/assets/${part}-*.js*`, (route) => route.abort());
  const find = (part: string) => page.unroute(`**/assets/${part}-*.js*`);
  const tryAgain = () => lost.getByRole('button', { name: 'Try again' }).click();

  await test.step('one that the screen cannot do without', async () => {
    for (const part of ['react', 'entry.client']) {
      await lose(part);
      await page.goto('/membership');
      await expect(lost).toBeVisible();
      await expect(page.locator('main .spinner')).toBeHidden();
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(errorOn(page)).toContainText(ours);
      await page.context().setOffline(false);
      await find(part);
      await lost.getByRole('link', { name: 'load the page again' }).click();
      await expect(page.getByRole('heading', { name: 'Subscription Status' })).toBeVisible();
      await expect(lost).toHaveCount(0);
    }
  });
  await test.step('one that loads with the screen', async () => {
    await lose('employer-form');
    await page.goto('/browse-candidates');
    await expect(lost).toBeVisible();
    await expect(page.getByRole('button', { name: /Subscribe/ })).toBeVisible();
    await find('employer-form');
    await tryAgain();
    await expect(page.getByLabel('Who do you hire for?')).toBeVisible();
    await expect(lost).toHaveCount(0);
  });
  await test.step('one that a press loads, in a form', async () => {
    await lose('questions-editor');
    await page.goto('/post-job');
    await page.getByLabel('Job title').fill('Denials Analyst');
    await page.getByRole('radio', { name: /^Here/ }).check();
    await page.getByRole('button', { name: 'Ask applicants questions' }).click();
    await expect(lost).toBeVisible();
    await expect(page.getByLabel('Job title')).toHaveValue('Denials Analyst');
    await find('questions-editor');
    await tryAgain();
    await expect(page.getByRole('button', { name: /Add a question/ })).toBeVisible();
  });
  await test.step('a dialog, which has no place of its own', async () => {
    await lose('templates-dialog');
    await page.goto('/my-jobs/applications');
    const button = page.getByRole('button', { name: 'Templates' });
    await button.click();
    await expect(errorOn(page)).toContainText(ours);
    await expect(button).toBeVisible();
    await find('templates-dialog');
    await button.click();
    await expect(page.getByRole('dialog', { name: 'Templates' })).toBeVisible();
  });
});

test('a list that cannot be reached is tried twice, and then says so', async ({ page, server }) => {
  await signInDirectly(page.context(), server.url, await newPerson(server.url));
  let asked = 0;
  await page.route('**/rest/v1/rpc/own_alerts*', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto('/alerts');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  // Once ahead of the screen, and twice by the screen.
  expect(asked).toBeLessThanOrEqual(3);
});

test('what a network answers in place of the site, or strips from a request, never looks like an empty page', async ({
  page,
  server,
}) => {
  await signInDirectly(page.context(), server.url, await newPerson(server.url));
  const changed = 'Something between you and this site, such as a filter or a proxy,';
  const api = /\/(rest|functions)\/v1\//;
  for (const [what, meddle] of [
    [
      'a page to sign in on',
      (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Room number?' }),
    ],
    ['no session', withoutSession],
  ] as const) {
    await test.step(what, async () => {
      await page.route(api, meddle);
      for (const path of ['/candidate-profile', '/messages', '/alerts', '/applications']) {
        await page.goto(path);
        await expect(page.locator('main')).toContainText(changed);
        await expect(page.getByLabel('Headline')).toHaveCount(0);
      }
      await page.goto('/membership');
      await expect(page.locator('main')).toContainText('Something between you and this site');
      await expect(page.getByText('Before you subscribe')).toHaveCount(0);
      await page.unroute(api);
    });
  }
});

/** Like a proxy that strips this header. */
function withoutSession(route: Route) {
  const { authorization: _, ...headers } = route.request().headers();
  return route.continue({ headers });
}
