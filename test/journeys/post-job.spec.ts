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
  toastOf,
} from '../support/people-on-screen.ts';

// The tests' browser calls itself headless, and robots' clicks do not count.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

test('is posted once, however long the next page takes to load', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  await fillJobForm(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const leaves = page.waitForRequest((request) => new URL(request.url()).pathname === '/jobs');
  await context.route(
    ({ pathname }) => pathname === '/jobs',
    async (route) => {
      await held;
      await route.continue();
    },
  );
  // Inside the page: Playwright would wait, because the page is about to navigate.
  await page.evaluate(() => {
    let presses = 0;
    setInterval(() => {
      [...document.querySelectorAll<HTMLButtonElement>('form button[type=submit]')]
        .find(({ textContent }) => textContent === 'Post Job')
        ?.click();
      presses += 1;
      if (presses % 10 === 0) fetch('/livez');
    }, 50);
  });
  const countJobs = async () => {
    const { rows } = await server.database.asService.query<{ jobs: number }>({
      text: 'select count(*)::integer as jobs from public.jobs where posted_by = $1',
      values: [user.id],
    });
    return rows[0]?.jobs ?? 0;
  };
  await leaves;
  // At least ten more presses, and time for what they send.
  for (let times = 0; times < 3; times += 1) await page.waitForRequest('**/livez');
  letGo();
  await page.waitForURL('**/jobs');
  expect(await countJobs()).toBe(1);
});

test('from signing up to a job, an application, a change and its end', async ({
  page,
  context,
}) => {
  const person = { email: newEmail(), password: 'tulip-ford-84' };
  await page.goto('/post-job');
  await expect(toastOf(page, 'Authentication required')).toContainText(
    'Please sign in to post a job',
  );
  await expect(page).toHaveURL(/\/auth$/);
  // Even after a reload the site remembers where they wanted to go.
  await page.reload();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('Maya Torres');
  await expect(page.getByLabel('Email')).toHaveCount(1);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await fillSignIn(page, person);
  await page.waitForURL('**/post-job');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post a New Job');

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
  // Firefox gives the focus to one window, and the employer's own page has it.
  await page.bringToFront();
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

test('a fourth job waits for the confirmed address, with everything typed, and is then published', async ({
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

test('gaps are named beside their fields, characters are counted as people do, and a failed mail does not stop a job', async ({
  page,
  context,
  server,
}) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await test.step('the first gap in a toast too, and fixed ones disappear', async () => {
    await page.goto('/post-job');
    await fillJobForm(page, { title: 'AI', url: '' });
    await page.getByText('Add the pay in figures').click();
    await page.getByLabel('From').fill('90000');
    await page.getByText('Add the pay in figures').click();
    await page.getByRole('button', { name: 'Post Job' }).click();
    await expect(toastOf(page, 'Validation Error')).toBeVisible();
    await expect(
      page.getByText('Title must be at least 3 characters', { exact: true }),
    ).toBeVisible();
    await expect(page.getByLabel('Job title')).toBeFocused();
    await expect(page.getByText('Please enter a valid URL')).toBeVisible();
    expect(await findBarriers(page, 'main')).toEqual([]);

    await page.getByLabel('Job title').fill('AI Auditor');
    await expect(page.getByText('Title must be at least 3 characters').first()).toBeHidden();
    await page.getByLabel('Application URL').fill('ftp://files.example');
    await expect(page.getByText('Please enter a valid URL')).toBeVisible();
    await page.getByLabel('Application URL').fill('https://files.example');
    await expect(page.getByText('Apply leads to files.example')).toBeVisible();
    await page.getByRole('button', { name: 'Post Job' }).click();
    // A collapsed section opens for its error.
    await expect(page.getByLabel('Paid per')).toBeFocused();
    await page.getByLabel('Paid per').selectOption('year');
    await page.getByLabel('Application deadline').fill('2020-01-31');
    await page.getByRole('button', { name: 'Post Job' }).click();
    await expect(page.getByText('This day has passed').first()).toBeVisible();
    await expect(page.getByLabel('Application deadline')).toBeFocused();
  });
  await test.step('5,000 characters of four bytes are 5,000 characters', async () => {
    await page.getByLabel('Application deadline').fill('');
    await fillJobForm(page, { title: 'مدقق الرموز', description: '🩺'.repeat(5_001) });
    await expect(page.getByText('1 over the limit of 5,000')).toBeVisible();
    await page.getByRole('button', { name: 'Post Job' }).click();
    await expect(page.getByLabel('Description')).toBeFocused();
    await page.getByLabel('Description').fill('🩺'.repeat(5_000));
    await expect(page.getByText('5,000 of 5,000 characters')).toBeVisible();
    await page.getByRole('button', { name: 'Post Job' }).click();
    await page.waitForURL('**/jobs');
  });
  await test.step('no mail', async () => {
    await page.route('**/functions/v1/send-job-confirmation', (route) =>
      route.fulfill({ status: 500, json: { error: 'No mail today.' } }),
    );
    const logged = page.waitForEvent('console', (message) => /not sent/.test(message.text()));
    // A failure without a message, and then a response that does not show what was stored.
    await page.route('**/rest/v1/jobs?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/post-job');
    await fillJobForm(page);
    await page.getByRole('button', { name: 'Post Job' }).click();
    await expect(page.getByRole('alert')).toContainText('Something went wrong.');
    await page.unroute('**/rest/v1/jobs?*');
    await page.route('**/rest/v1/jobs?*', (route) => route.fulfill({ status: 201, body: '' }));
    await page.getByRole('button', { name: 'Post Job' }).click();
    await logged;
    await page.waitForURL('**/jobs');
    await expect(toastOf(page, 'Success!')).toBeVisible();
  });
});
