import { expect, test } from '../support/browser.ts';
import { filledJob, fillJobForm } from '../support/job-form.ts';
import { losingAnswers } from '../support/lose-answer.ts';
import { fillSignIn, newPerson, signInDirectly, storageKey } from '../support/people-on-screen.ts';

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
  await page.waitForURL('**/auth');
  await fillSignIn(page, person);
  await page.waitForURL('**/post-job');
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(page.getByLabel('Job title')).toHaveValue(filledJob.title);

  await page.getByRole('button', { name: 'Start fresh' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start fresh' }).click();
  await expect(page.getByLabel('Job title')).toHaveValue('');
  await expect(page.getByText('Draft restored')).toBeHidden();
  // Keyboard focus continues from where the notice was.
  await expect(page.locator('body')).not.toBeFocused();
  await page.reload();
  await expect(page.getByLabel('Recruiter/Contact name')).toHaveValue('Maya Torres');
  await expect(page.getByText('Draft restored')).toBeHidden();
});

test('a job whose response was lost is sent again and stays one', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  const loseAnswer = await losingAnswers(page);
  await page.goto('/post-job');
  await fillJobForm(page, { title: 'Coder' });
  await loseAnswer('/rest/v1/jobs?');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByRole('alert')).toContainText('The site could not be reached.');
  // Neither a reload nor another tab, which shows the draft too, turns one into two or two into
  // one.
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

  // A job that is deleted before its draft is sent again becomes a new job.
  await page.goto('/post-job');
  await fillJobForm(page, { title: 'Wanted again' });
  await loseAnswer('/rest/v1/jobs?');
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
  await page.getByRole('button', { name: 'Cancel' }).click();
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
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.waitForURL('**/jobs');

  await page.goto('/post-job');
  await expect(page.getByLabel('Job title')).toHaveValue('Coder');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard and leave' }).click();
  await page.waitForURL('**/jobs');
  await page.goto('/post-job');
  await expect(page.getByLabel('Job title')).toHaveValue('');
});
