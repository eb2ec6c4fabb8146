import type { Page } from '@playwright/test';
import { sha256 } from '#api/secrets.ts';
import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { subscribe } from '../support/employers.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('every job shows its state and what became of it', async ({ page, context, server }) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  const [live] = await storeJobs(server.database, [
    jobRow(user.id, { title: 'Live one' }),
    jobRow(user.id, { title: 'Old one', published_at: daysFromNow(-61), is_featured: true }),
    jobRow(user.id, { title: 'Hidden one', hidden_at: daysFromNow(-1) }),
  ]);
  await server.database.asService.query({
    text: `insert into public.job_activity (job_id, day, views, apply_clicks)
      values ($1, (now() at time zone 'UTC')::date, 1200, 3), ($1, '2020-01-01', 34, 1)`,
    values: [live],
  });
  await page.goto('/my-jobs');
  const entry = page.getByRole('listitem', { name: 'Live one' });
  await expect(entry).toContainText('1,234');
  await expect(
    entry.getByRole('img', { name: /^Apply clicks in the last 30 days: 3, most on/ }),
  ).toBeVisible();
  await entry.getByText('Day by day').click();
  await expect(entry.getByRole('table').getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('listitem', { name: 'Old one' })).toContainText('Expired');
  await expect(page.getByRole('listitem', { name: 'Old one' })).not.toContainText('Featured');
  await expect(page.getByRole('listitem', { name: 'Hidden one' })).toContainText('Hidden by staff');
  expect(await findBarriers(page, 'main')).toEqual([]);
  await test.step('somebody who has become a viewer can delete nothing, and is told so', async () => {
    await entry.getByRole('button', { name: /^More/ }).click();
    await entry.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('Delete this job?');
    await server.database.asService.query({
      text: `update public.company_members set role = 'viewer' where user_id = $1`,
      values: [user.id],
    });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toastOf(page, 'you no longer look after it')).toBeVisible();
    const { rowCount } = await server.database.asService.query({
      text: 'select from public.jobs where id = $1',
      values: [live],
    });
    expect(rowCount).toBe(1);
    await server.database.asService.query({
      text: `update public.company_members set role = 'admin' where user_id = $1`,
      values: [user.id],
    });
  });
  const other = await server.actors.signedIn();
  const [theirs] = await storeJobs(server.database, [jobRow(other.id)]);
  await page.goto(`/my-jobs/${theirs}/edit`);
  await expect(page.getByText('This job is not one of yours')).toBeVisible();
});

test('a job is closed, reopened, filled, renewed and duplicated', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await storeJobs(server.database, [
    jobRow(user.id, {
      title: 'Coder',
      benefits: 'Vision cover',
      application_deadline: daysFromNow(-3).slice(0, 10),
    }),
  ]);
  await page.goto('/my-jobs');
  const entry = page.getByRole('listitem', { name: 'Coder' });
  await expect(entry).toContainText('Expired');

  await choose(page, 'Renew');
  const dialog = page.getByRole('dialog', { name: 'Renew this job' });
  await dialog.getByLabel('New deadline').fill('2020-01-31');
  await dialog.getByRole('button', { name: 'Renew' }).click();
  await expect(dialog.getByText('This day has passed')).toBeVisible();
  await dialog.getByLabel('New deadline').fill(daysFromNow(30).slice(0, 10));
  await dialog.getByRole('button', { name: 'Renew' }).click();
  await expect(entry).toContainText('Live');
  await expect(entry.getByRole('button', { name: /^More/ })).toBeFocused();

  await choose(page, 'Close');
  await expect(toastOf(page, 'Job closed')).toBeVisible();
  await expect(entry).toContainText('Closed');
  await choose(page, 'Reopen');
  await expect(entry).toContainText('Live');
  await choose(page, 'Mark as filled');
  await expect(entry).toContainText('Filled');

  await entry.getByRole('button', { name: /^More/ }).click();
  await entry.getByRole('link', { name: 'Duplicate' }).click();
  await page.waitForURL(/\/post-job\?copy=/);
  await expect(page.getByLabel('Job title')).toHaveValue('Coder');
  await expect(page.getByLabel('Benefits')).toHaveValue('Vision cover');
  await expect(page.getByLabel('Application deadline')).toHaveValue('');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await page.waitForURL('**/jobs');
  await page.goto('/my-jobs');
  await expect(page.getByRole('listitem', { name: 'Coder' })).toHaveCount(2);
});

test('a change says what became of the job: held for review, ended, or back on the board', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  const [held, ended] = await storeJobs(server.database, [
    jobRow(user.id, { title: 'Held one' }),
    jobRow(user.id, {
      title: 'Ended one',
      published_at: daysFromNow(-70),
      application_deadline: daysFromNow(5).slice(0, 10),
    }),
  ]);
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click();

  await page.goto(`/my-jobs/${held}/edit`);
  await page.getByLabel('Requirements').fill('Send the registration fee first.');
  await save();
  await expect(toastOf(page, 'Job updated')).toContainText('Our staff look at the change');
  await expect(page.getByRole('listitem', { name: 'Held one' })).toContainText(
    'Waiting for review',
  );
  await page.goto(`/my-jobs/${held}/edit`);
  await expect(page.getByText('not on the board until our staff release it')).toBeVisible();

  await page.goto(`/my-jobs/${ended}/edit`);
  await page.getByLabel('Application deadline').fill('');
  await save();
  await expect(toastOf(page, 'Job updated')).toContainText('its time is over');
  await expect(page.getByRole('listitem', { name: 'Ended one' })).toContainText('Expired');
  await page.goto(`/my-jobs/${ended}/edit`);
  await expect(page.getByText('A later deadline brings it back')).toBeVisible();
  await page.getByLabel('Application deadline').fill(daysFromNow(20).slice(0, 10));
  await save();
  await expect(toastOf(page, 'Job updated')).toContainText('It is on the board again.');
  await expect(page.getByRole('listitem', { name: 'Ended one' })).toContainText('Live');
});

test('a member features up to three jobs; others are led to the membership', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await storeJobs(
    server.database,
    ['One', 'Two', 'Three', 'Four'].map((title) => jobRow(user.id, { title: `Starred ${title}` })),
  );
  await page.goto('/my-jobs');
  const entry = (title: string) => page.getByRole('listitem', { name: title });
  const pick = async (title: string, name: string) => {
    await entry(title).getByRole('button', { name: /^More/ }).click();
    await entry(title).getByRole('button', { name, exact: true }).click();
  };
  await entry('Starred One').getByRole('button', { name: /^More/ }).click();
  await expect(
    entry('Starred One').getByRole('link', { name: 'Feature, with a membership' }),
  ).toHaveAttribute('href', '/membership');

  await subscribe(server.database, user.id);
  await page.reload();
  for (const title of ['Starred One', 'Starred Two', 'Starred Three']) {
    await pick(title, 'Feature on the board');
    await expect(entry(title).getByText('Featured', { exact: true })).toBeVisible();
  }
  await pick('Starred Four', 'Feature on the board');
  await expect(toastOf(page, 'Error')).toContainText('You can feature three jobs at a time.');
  await page.goto('/jobs?q=Starred');
  const rows = page.locator('.job-row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText('Featured');
  await expect(rows.nth(3)).toContainText('Starred Four');

  await page.goto('/my-jobs');
  await pick('Starred Two', 'Stop featuring');
  await expect(entry('Starred Two').getByText('Featured', { exact: true })).toHaveCount(0);
  await pick('Starred Four', 'Feature on the board');
  await expect(entry('Starred Four').getByText('Featured', { exact: true })).toBeVisible();
});

test('when two people edit, the second sees both versions and loses nothing', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  const [id] = await storeJobs(server.database, [jobRow(user.id, { title: 'Coder' })]);
  const other = await context.newPage();
  await other.goto(`/my-jobs/${id}/edit`);
  await other.getByLabel('Job title').waitFor();
  await page.goto(`/my-jobs/${id}/edit`);
  await page.getByLabel('Job title').fill('Inpatient Coder');
  await page.getByLabel('Location').fill('Raleigh, NC');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL('**/my-jobs');

  await other.getByLabel('Job title').fill('Senior Coder');
  await other.getByLabel('Benefits').fill('Vision cover');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    other.getByRole('alert').filter({ hasText: 'This job was changed elsewhere' }),
  ).toBeVisible();
  const title = other.getByRole('group', { name: 'Job title' });
  await expect(title).toContainText('Inpatient Coder');
  await expect(title).toContainText('Senior Coder');
  await expect(other.getByLabel('Job title', { exact: true })).toHaveValue('Senior Coder');
  await expect(other.getByLabel('Location', { exact: true })).toHaveValue('Raleigh, NC');
  await title.getByRole('radio', { name: 'Saved elsewhere' }).check();
  await expect(other.getByLabel('Job title', { exact: true })).toHaveValue('Inpatient Coder');
  await title.getByRole('radio', { name: 'Yours' }).check();
  expect(await findBarriers(other, 'main')).toEqual([]);
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await other.waitForURL('**/my-jobs');

  const { rows } = await server.database.asService.query({
    text: 'select title, location, benefits from public.jobs where id = $1',
    values: [id],
  });
  expect(rows).toEqual([
    { title: 'Senior Coder', location: 'Raleigh, NC', benefits: 'Vision cover' },
  ]);

  // If the other has not touched what the form shows, there is nothing to compare.
  const fill = (filled: string) =>
    server.database.asService.query({
      text: `update public.jobs set filled_at = ${filled} where id = $1`,
      values: [id],
    });
  await page.goto(`/my-jobs/${id}/edit`);
  await page.getByLabel('Benefits').fill('Dental cover');
  await fill('now()');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL('**/my-jobs');
  await expect(toastOf(page, 'It is not on the board.')).toBeVisible();
  await fill('null');

  await page.goto(`/my-jobs/${id}/edit`);
  await page.getByLabel('Job title').fill('Coder, nights');
  await server.database.asService.query({
    text: 'delete from public.jobs where id = $1',
    values: [id],
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This job has since been deleted' }),
  ).toBeVisible();
  page.on('dialog', (question) => question.accept());
  await page.goto('/post-job');
  await expect(page.getByLabel('Job title')).toHaveValue('Coder, nights');
});

test.describe('without JavaScript', () => {
  test.use({ runsScripts: false });

  test('the link in the mail renews a job with one press, and says so the second time', async ({
    page,
    server,
  }) => {
    const token = 'renewal'.padEnd(43, crypto.randomUUID().replaceAll('-', ''));
    const [id] = await storeJobs(server.database, [
      jobRow('00000000-0000-4000-8000-000000000001', { published_at: daysFromNow(-57) }),
    ]);
    await server.database.asService.query({
      text: 'insert into public.job_renewal_tokens (token_hash, job_id) values ($1, $2)',
      values: [sha256(token), id],
    });
    const endOf = async () => {
      const { rows } = await server.database.asService.query<{ ends_at: Date }>({
        text: 'select ends_at from public.jobs where id = $1',
        values: [id],
      });
      return rows[0]?.ends_at.getTime() ?? 0;
    };
    const endAgo = (days: number) =>
      server.database.asService.query({
        text: `update public.jobs set published_at = $2 where id = $1`,
        values: [id, daysFromNow(-60 - days)],
      });
    await endAgo(5);
    await page.goto(`/job/renew?token=${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Put this job back on the board?',
    );
    await expect(
      page.getByText(/was on the board until .* it is there again for 60 days/),
    ).toBeVisible();
    await endAgo(-3);
    const before = await endOf();
    await page.goto(`/job/renew?token=${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep this job on the board?');
    expect(await endOf(), 'looking changes nothing').toBe(before);
    await page.getByRole('button', { name: 'Renew for 60 days' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The job is renewed');
    expect(await endOf()).toBeGreaterThan(Date.now() + 59 * 86_400_000);
    await page.goto(`/job/renew?token=${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The job is renewed');

    await server.database.asService.query({
      text: 'update public.jobs set is_active = false where id = $1',
      values: [id],
    });
    await page.goto(`/job/renew?token=${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This job was closed');
    await page.goto(`/job/renew?token=${token}x`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  });
});

/** Picks an entry from the only job's menu. */
async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name, exact: true }).click();
}
