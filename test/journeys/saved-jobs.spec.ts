import type { Page } from '@playwright/test';
import { demoEmployer } from '#database/seed/demo-people.ts';
import { expect, test } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import {
  fillSignIn,
  newPerson,
  signInDirectly,
  storageKey,
  toastOf,
} from '../support/people-on-screen.ts';
import type { TestServer } from '../support/start-test-server.ts';

async function storeJob(server: TestServer, title: string) {
  const [id = ''] = await storeJobs(server.database, [jobRow(demoEmployer.id, { title })]);
  return id;
}

async function savedBy(server: TestServer, email: string) {
  const { rows } = await server.database.asService.query<{ job_id: string }>({
    text: `select job_id from public.saved_jobs as s
      join auth.users as u on u.id = s.user_id where u.email = $1`,
    values: [email],
  });
  return rows.map(({ job_id }) => job_id);
}

function saveButton(page: Page) {
  return page.locator('[data-save]').first();
}

test('a visitor saves jobs on the device, and they join the account at sign-in', async ({
  page,
  browser,
  server,
  complaints,
}) => {
  const kept = await storeJob(server, 'Kept Auditor');
  const person = await newPerson(server.url);
  await page.goto(`/job/${kept}`);
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/jobs?q=Kept+Auditor');
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('link', { name: 'Your saved jobs' }).click();
  await expect(page.getByText('They are kept on this device.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kept Auditor' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, person);
  await expect(page).toHaveURL('/saved-jobs');
  await expect(page.getByRole('link', { name: 'Kept Auditor' })).toBeVisible();
  expect(await savedBy(server, person.email)).toEqual([kept]);

  const other = await browser.newContext();
  await signInDirectly(other, server.url, person);
  const elsewhere = await other.newPage();
  await elsewhere.goto(`${server.url}/job/${kept}`);
  await expect(saveButton(elsewhere)).toHaveAttribute('aria-pressed', 'true');
  await saveButton(elsewhere).click();
  await expect(saveButton(elsewhere)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => savedBy(server, person.email)).toEqual([]);
  await other.close();

  await test.step('a page that is left reports nothing about requests still in progress', async () => {
    const table = '**/rest/v1/saved_jobs*';
    await page.route(table, () => {});
    const asked = page.waitForRequest(table);
    await page.reload();
    await asked;
    await page.unroute(table);
  });
  await page.reload();
  await expect(page.getByText('No saved jobs')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the list says what became of a job, and removes one, or all that are over', async ({
  page,
  server,
}) => {
  const open = await storeJob(server, 'Open Auditor');
  const over = await storeJob(server, 'Former Auditor');
  const filled = await storeJob(server, 'Earlier Auditor');
  const person = await newPerson(server.url);
  const { user } = await signInDirectly(page.context(), server.url, person);
  await server.database.asService.query({
    text: `insert into public.saved_jobs (user_id, job_id, created_at)
      select $1, id, now() + place * interval '1 second' from unnest($2::uuid[]) with ordinality as saved (id, place)`,
    values: [user.id, [open, over, filled]],
  });
  await server.database.asService.query({
    text: 'update public.jobs set is_active = false where id = any ($1)',
    values: [[over, filled]],
  });
  await page.goto('/saved-jobs');
  // Jobs still open for applications come first, even if they were saved first.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    '1 job',
    '2 jobs no longer on the board',
  ]);
  await expect(page.getByRole('listitem').filter({ hasText: 'Former Auditor' })).toContainText(
    'Closed',
  );
  await page.getByRole('button', { name: /^Remove.*Open Auditor/ }).click();
  await expect(page.getByRole('heading', { name: '1 job', exact: true })).toHaveCount(0);
  await expect.poll(async () => (await savedBy(server, person.email)).length).toBe(2);
  await page.getByRole('button', { name: 'Remove these 2 jobs' }).click();
  await expect(page.getByText('No saved jobs')).toBeVisible();
  await expect.poll(() => savedBy(server, person.email)).toEqual([]);
  await test.step('an expired session is renewed in order to save a job', async () => {
    const id = await storeJob(server, 'Patient Auditor');
    await page.goto('/about');
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}');
      const expired = { ...session, access_token: 'x', expires_at: 1, expires_in: 0 };
      localStorage.setItem(key, JSON.stringify(expired));
    }, storageKey(server.url));
    await page.goto(`/job/${id}`);
    await saveButton(page).click();
    await expect.poll(() => savedBy(server, person.email)).toContain(id);
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');
  });
  await test.step('one that cannot be renewed has ended, and the page says so', async () => {
    await page.goto('/about');
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}');
      const refused = { ...session, refresh_token: 'x', expires_at: 1 };
      localStorage.setItem(key, JSON.stringify(refused));
    }, storageKey(server.url));
    await page.goto(`/job/${open}`);
    await expect(toastOf(page, 'You are signed out')).toHaveCount(1);
    await expect(page.locator('html')).not.toHaveAttribute('data-signed-in', 'true');
    await saveButton(page).click();
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');
  });
});

test('a job that no longer exists can be removed from a device', async ({ page, server }) => {
  const id = await storeJob(server, 'Fleeting Auditor');
  await page.goto(`/job/${id}`);
  await saveButton(page).click();
  await server.database.asService.query({
    text: 'delete from public.jobs where id = $1',
    values: [id],
  });
  await page.goto('/saved-jobs');
  await expect(page.getByText('1 job no longer on the board')).toBeVisible();
  await page.getByRole('button', { name: 'Remove from the list' }).click();
  await page.reload();
  await expect(page.getByText('No saved jobs')).toBeVisible();
  await expect(page.getByText('no longer on the board')).toHaveCount(0);
});

test('signing out on the board removes what it showed about the person', async ({
  page,
  server,
}) => {
  const skill = `Tapir${crypto.randomUUID().slice(0, 6)}`;
  await storeJob(server, `Analyst who knows ${skill}`);
  const { user } = await signInDirectly(page.context(), server.url, await newPerson(server.url));
  await server.database.asService.query({
    text: `insert into public.candidate_profiles (user_id, headline, skills) values ($1, 'Coder', array[$2])`,
    values: [user.id, skill],
  });
  await page.goto(`/jobs?q=${skill}`);
  await expect(page.getByText(`Fits you: names ${skill}`)).toBeVisible();
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');
  // Even if the browser has no storage left for telling the other tabs.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(toastOf(page, 'Signed out')).toBeVisible();
  await expect(page.getByText('Fits you')).toHaveCount(0);
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false');
});

test('a browser without storage says so, and does whatever needs none', async ({
  page,
  server,
}) => {
  await storeJob(server, 'Auditor for a full browser');
  const person = await newPerson(server.url);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  const words = 'Your browser has no room left for this site.';
  await page.goto('/jobs?q=full+browser');
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await saveButton(page).click();
  await expect(toastOf(page, words)).toBeVisible();
  await page.goto('/auth');
  await fillSignIn(page, person);
  await expect(page.getByRole('alert')).toContainText(words);
});

test('a visitor who has saved nothing is told so before React has loaded, and nobody else is', async ({
  page,
  browser,
  server,
}) => {
  const holdReact = (page: Page) => page.route('**/assets/entry.client-*.js', () => {});
  const nothing = (page: Page) => page.getByText('No saved jobs');
  await holdReact(page);
  await page.goto('/saved-jobs', { waitUntil: 'commit' });
  await expect(nothing(page)).toBeVisible();
  await expect(page.getByText('They are kept on this device.')).toBeVisible();
  await expect(page.getByText('Loading jobs...')).toBeHidden();

  const kept = await storeJob(server, 'Kept Coder');
  await page.goto(`/job/${kept}`);
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/saved-jobs', { waitUntil: 'commit' });
  await expect(page.getByText('Loading jobs...')).toBeVisible();
  await expect(nothing(page)).toBeHidden();

  const context = await browser.newContext();
  await signInDirectly(context, server.url, await newPerson(server.url));
  const theirs = await context.newPage();
  await holdReact(theirs);
  await theirs.goto(`${server.url}/saved-jobs`, { waitUntil: 'commit' });
  await expect(theirs.getByText('Loading jobs...')).toBeVisible();
  await expect(nothing(theirs)).toBeHidden();
  await context.close();
});
