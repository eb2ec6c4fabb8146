import type { Page } from '@playwright/test';
import { expect, openPlainPage, test } from '../support/browser.ts';
import { filledJob, fillJobForm } from '../support/job-form.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';

/** The place fields of the form. */
const placeIn = async (page: Page) =>
  Promise.all(
    ['Workplace', 'City', 'State or region', 'Country'].map((name) =>
      page.getByLabel(name).inputValue(),
    ),
  );
async function say(page: Page, location: string) {
  await page.getByLabel('Location').fill(location);
  await page.getByLabel('Location').press('Tab');
}

test('the form fills in what a place says, leaves alone what was chosen, and My jobs says what is missing', async ({
  page,
  context,
  server,
  complaints,
}) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  await page.goto('/post-job');
  await fillJobForm(page, { location: '' });
  const told = page.getByText('Filled in from what you typed above');
  await say(page, 'Charlotte, NC');
  await expect.poll(() => placeIn(page)).toEqual(['', 'Charlotte', 'NC', 'US']);
  await expect(told).toBeVisible();
  // Only a town, one of whose namesakes is by far the largest; and a remote posting.
  await say(page, 'Houston');
  await expect.poll(() => placeIn(page)).toEqual(['', 'Houston', 'TX', 'US']);
  await say(page, 'Remote, US time zones');
  await expect.poll(() => placeIn(page)).toEqual(['remote', '', '', 'US']);
  await page.getByLabel('Workplace').selectOption('hybrid');
  await say(page, 'Remote or Durham, NC');
  await expect.poll(() => placeIn(page)).toEqual(['hybrid', '', 'NC', 'US']);
  await page.getByLabel('City').fill('Chapel Hill');
  await say(page, 'Leeds, United Kingdom');
  await expect.poll(() => placeIn(page)).toEqual(['hybrid', 'Chapel Hill', '', 'GB']);
  await expectSound(page, { state: 'the form', part: 'main' });

  await page.getByLabel('Country').selectOption('');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await page.waitForURL('**/jobs');
  await page.goto('/my-jobs');
  const entry = page.getByRole('listitem', { name: filledJob.title });
  await expect(entry).toContainText(
    'Job search engines cannot show it yet: the country is missing.',
  );
  await expectSound(page, { state: 'my jobs', part: 'main' });
  await entry.getByRole('link', { name: /^Fix it/ }).click();
  await page.getByLabel('Country').selectOption('GB');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL('**/my-jobs');
  await expect(entry).toContainText(
    'Ready for job search engines. Not stated: the pay in figures, from and to.',
  );
  const address = await entry
    .getByRole('link', { name: filledJob.title })
    .first()
    .getAttribute('href');
  const html = await (await page.request.get(address ?? '')).text();
  expect(html).toContain('"@type":"JobPosting"');
  expect(complaints).toEqual([]);
});

test('the page of a place leads to its jobs and neighbours, without scripts too', async ({
  page,
  context,
  server,
  request,
}) => {
  for (const index of [0, 1]) {
    const { id } = await server.actors.signedIn();
    await storeJobs(
      server.database,
      ['Coder', 'Inpatient coder', 'Nurse educator'].map((title) =>
        jobRow(id, {
          title: `${title} of Boise`,
          company: `Boise Clinic ${index}`,
          location: 'Boise, ID',
        }),
      ),
    );
  }
  const visitor = await openPlainPage(context, server.url);
  const counted = '6 open positions at 2 companies.';
  // It is rendered at most twice a second, so a visitor before the last job gets the previous
  // version.
  const sent = async () => (await request.get('/jobs/in/id/boise')).text();
  await expect.poll(sent).toContain(counted);
  await visitor.goto('/jobs/in/id/boise');
  await expect(visitor.getByText(counted)).toHaveCount(1);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'Healthcare AI jobs in Boise, Idaho',
  );
  await visitor.getByRole('link', { name: 'Medical coder' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'Medical coder jobs in Boise, Idaho',
  );
  await visitor.getByRole('link', { name: 'Inpatient coder of Boise' }).first().click();
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText(
    'Inpatient coder of Boise',
  );
  await visitor.close();

  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain(`${server.url}/jobs/in/id/boise</loc>`);
  expect(sitemap).toContain(`${server.url}/jobs/in/id/boise/medical-coder</loc>`);
  expect((await request.get('/jobs/in/id/nowhere-at-all')).status()).toBe(404);
  const thin = await (await request.get('/jobs/in/id/nampa')).text();
  expect(thin).toContain('<meta name="robots" content="noindex"/>');
  const moved = await request.get('/jobs/in/id/boise/', { maxRedirects: 0 });
  expect([301, 308]).toContain(moved.status());

  await page.goto('/jobs/in/id/boise');
  await expectSound(page, { state: 'a place' });
  await page.goto('/jobs/in/id/nowhere-at-all');
  await expectSound(page, { state: 'no such place', part: 'main' });
});
