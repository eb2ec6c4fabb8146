import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { confirmAddress } from '../support/employers.ts';
import { filledJob, fillJobForm } from '../support/job-form.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newEmail } from '../support/people.ts';
import {
  fillSignIn,
  newestMail,
  newPerson,
  signInDirectly,
  storageKey,
  toastOf,
} from '../support/people-on-screen.ts';

// The browser of the tests calls itself headless, and robots' clicks do not count.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

test('from signing up to a job, Apply, a change and its end', async ({ page, context }) => {
  const person = { email: newEmail(), password: 'tulip-ford-84' };
  await page.goto('/post-job');
  await expect(toastOf(page, 'Authentication required')).toContainText(
    'Please sign in to post a job',
  );
  await expect(page).toHaveURL(/\/auth\?next=\/post-job$/);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('Maya Torres');
  await expect(page.getByLabel('Email')).toHaveCount(1);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await fillSignIn(page, person);
  await page.waitForURL('**/post-job');

  await expect(page.getByLabel('Recruiter/Contact name')).toHaveValue('Maya Torres');
  await expect(page.getByLabel('Contact email')).toHaveValue(person.email);
  await expect(page.getByLabel('Job type')).toHaveValue('Full-time');
  const title = `Denials Analyst ${crypto.randomUUID().slice(0, 8)}`;
  await fillJobForm(page, { title });
  await page.getByText('Add the pay in figures').click();
  await page.getByLabel('From').fill('$58,000');
  await page.getByLabel('Paid per').selectOption('year');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await page.waitForURL('**/jobs');
  await expect(toastOf(page, 'Success!')).toBeVisible();
  await expect(page.getByText(title).first()).toBeVisible();
  await newestMail(page, person.email, /on the board|posted/i);

  await page.goto('/my-jobs');
  const entry = page.getByRole('listitem', { name: title });
  await expect(entry).toContainText('Live');
  const address = await entry.getByRole('link', { name: title, exact: true }).getAttribute('href');

  await page.goto(address ?? '');
  const [counted] = await Promise.all([
    page.waitForResponse(/track-job-click$/),
    context.waitForEvent('page'),
    page
      .getByRole('link', { name: /^Apply Now/ })
      .first()
      .click(),
  ]);
  expect(counted.status()).toBe(200);
  await page.goto('/my-jobs');
  await expect(
    entry.getByRole('img', { name: /^Apply clicks in the last 30 days: 1/ }),
  ).toBeVisible();

  await entry.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('From')).toHaveValue('58000');
  await page.getByLabel('Job title').fill(`${title}, nights`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL('**/my-jobs');
  await expect(toastOf(page, 'Job updated')).toBeVisible();
  const changed = page.getByRole('listitem', { name: `${title}, nights` });
  expect(
    await changed.getByRole('link', { name: title }).first().getAttribute('href'),
    'the address stays',
  ).toBe(address);

  await changed.getByRole('button', { name: /^More/ }).click();
  await changed.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page, 'Job deleted')).toBeVisible();
  await expect(page.getByText('You have not posted a job yet')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a fourth job waits for the confirmed address, with everything typed, and then goes out', async ({
  page,
  context,
  server,
}) => {
  const session = await signInDirectly(context, server.url, await newPerson(server.url));
  await storeJobs(
    server.database,
    Array.from({ length: 3 }, () => jobRow(session.user.id)),
  );
  await page.goto('/post-job');
  await fillJobForm(page);
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'You can have 3 jobs on the board until your email address is confirmed.',
  );
  await expect(page.getByLabel('Job title')).toHaveValue(filledJob.title);
  await expect(page.getByLabel('Description')).toHaveValue(filledJob.description);
  expect(await findBarriers(page, 'main')).toEqual([]);
  await confirmAddress(server.database, session.user.id);
  await page.getByRole('button', { name: 'Post Job' }).click();
  await page.waitForURL('**/jobs');
  await expect(toastOf(page, 'Success!')).toBeVisible();
});

test('gaps are named beside their fields, the first also in a toast, and mended ones go', async ({
  page,
  context,
  server,
}) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  await fillJobForm(page, { title: 'AI', url: 'ftp://files.example' });
  await page.getByText('Add the pay in figures').click();
  await page.getByLabel('From').fill('90000');
  await page.getByText('Add the pay in figures').click();
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(toastOf(page, 'Validation Error')).toContainText(
    'Title must be at least 3 characters',
  );
  await expect(page.getByLabel('Job title')).toBeFocused();
  await expect(page.getByText('Please enter a valid URL')).toBeVisible();
  expect(await findBarriers(page, 'main')).toEqual([]);

  await page.getByLabel('Job title').fill('AI Auditor');
  await expect(page.getByText('Title must be at least 3 characters').first()).toBeHidden();
  await page.getByLabel('Application URL').fill('https://files.example');
  await expect(page.getByText('Apply leads to files.example')).toBeVisible();
  await page.getByRole('button', { name: 'Post Job' }).click();
  // What is folded opens for its error.
  await expect(page.getByLabel('Paid per')).toBeFocused();
  await page.getByLabel('Paid per').selectOption('year');
  await page.getByLabel('Application deadline').fill('2020-01-31');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByText('This day has passed').first()).toBeVisible();
  await expect(page.getByLabel('Application deadline')).toBeFocused();
});

test('5,000 characters of four bytes are 5,000 characters', async ({ page, context, server }) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  await fillJobForm(page, { title: 'مدقق الرموز', description: '🩺'.repeat(5_001) });
  await expect(page.getByText('1 over the limit of 5,000')).toBeVisible();
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByLabel('Description')).toBeFocused();
  await page.getByLabel('Description').fill('🩺'.repeat(5_000));
  await expect(page.getByText('5,000 of 5,000 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Post Job' }).click();
  await page.waitForURL('**/jobs');
});

test('a draft survives a reload and an ended session, and can be thrown away', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server.url);
  await signInDirectly(context, server.url, person);
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/post-job');
  await fillJobForm(page);
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue(filledJob.description);

  // The session ends while the form is open: pressing the button loses nothing.
  await page.evaluate((key) => localStorage.removeItem(key), storageKey(server.url));
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'User not authenticated' })).toBeVisible();
  await page.reload();
  await page.waitForURL(/\/auth\?next=/);
  await fillSignIn(page, person);
  await page.waitForURL('**/post-job');
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(page.getByLabel('Job title')).toHaveValue(filledJob.title);

  await page.getByRole('button', { name: 'Start fresh' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start fresh' }).click();
  await expect(page.getByLabel('Job title')).toHaveValue('');
  await expect(page.getByText('Draft restored')).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Recruiter/Contact name')).toHaveValue('Maya Torres');
  await expect(page.getByText('Draft restored')).toBeHidden();
});

test('a job whose answer was lost is sent again and stays one', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  await fillJobForm(page, { title: 'Coder' });
  let lost = 0;
  await page.route('**/rest/v1/jobs?*', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByRole('alert')).toContainText('The site could not be reached.');
  // Neither a reload nor another tab, which shows the draft too, makes two of it or one of two.
  page.on('dialog', (dialog) => dialog.accept());
  const other = await context.newPage();
  other.on('dialog', (dialog) => dialog.accept());
  await other.goto('/post-job');
  await expect(other.getByLabel('Job title')).toHaveValue('Coder');
  await other.getByLabel('Job title').fill('Another one');
  await page.reload();
  await expect(page.getByLabel('Job title')).toHaveValue('Coder');
  await other.reload();
  await expect(other.getByLabel('Job title')).toHaveValue('Another one');
  await other.getByRole('button', { name: 'Post Job' }).click();
  await other.waitForURL('**/jobs');
  await page.reload();
  await page.getByLabel('Job title').fill('Coder, days');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await page.waitForURL('**/jobs');
  const { rows } = await server.database.asService.query({
    text: 'select title from public.jobs where posted_by = $1 order by created_at',
    values: [user.id],
  });
  expect(rows).toEqual([{ title: 'Coder, days' }, { title: 'Another one' }]);

  // What was deleted before it is sent again is a job of its own.
  lost = 0;
  await page.goto('/post-job');
  await fillJobForm(page, { title: 'Wanted again' });
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByRole('alert')).toContainText('The site could not be reached.');
  const { rowCount } = await server.database.asService.query({
    text: `delete from public.jobs where posted_by = $1 and title = 'Wanted again'`,
    values: [user.id],
  });
  expect(rowCount).toBe(1);
  await page.getByRole('button', { name: 'Post Job' }).click();
  await page.waitForURL('**/jobs');
  const { rowCount: posted } = await server.database.asService.query({
    text: `select from public.jobs where posted_by = $1 and title = 'Wanted again'`,
    values: [user.id],
  });
  expect(posted).toBe(1);
});

test('leaving with text asks first, and without text it does not', async ({
  page,
  context,
  server,
}) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  await page.getByLabel('Job title').fill('A');
  await page.getByLabel('Job title').fill('');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL('**/jobs');

  await page.goto('/post-job');
  await page.getByLabel('Job title').fill('Coder');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(page.getByLabel('Job title')).toHaveValue('Coder');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.waitForURL('**/jobs');

  await page.goto('/post-job');
  await expect(page.getByLabel('Job title')).toHaveValue('Coder');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard and leave' }).click();
  await page.waitForURL('**/jobs');
  await page.goto('/post-job');
  await expect(page.getByLabel('Job title')).toHaveValue('');
});

test('without the mail the job stands all the same', async ({ page, context, server }) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.route('**/functions/v1/send-job-confirmation', (route) =>
    route.fulfill({ status: 500, json: { error: 'No mail today.' } }),
  );
  const logged = page.waitForEvent('console', (message) => /not sent/.test(message.text()));
  await page.goto('/post-job');
  await fillJobForm(page);
  await page.getByRole('button', { name: 'Post Job' }).click();
  await logged;
  await page.waitForURL('**/jobs');
  await expect(toastOf(page, 'Success!')).toBeVisible();
});
