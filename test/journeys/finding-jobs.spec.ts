import type { Page } from '@playwright/test';
import { demoEmployer } from '#database/seed/demo-people.ts';
import { expect, test } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { expectSound } from '../support/sound.ts';
import type { TestServer } from '../support/start-test-server.ts';

/** Postings that no other test finds by their titles. */
async function storeSome(server: TestServer) {
  const mark = `Q${crypto.randomUUID().slice(0, 6)}`;
  const job = (title: string, more: Record<string, unknown>) =>
    jobRow(demoEmployer.id, { title: `${mark} ${title}`, company: 'Sample Works', ...more });
  await storeJobs(server.database, [
    job('near', { location: 'Huntersville, NC', job_type: 'Contract' }),
    job('there', { location: 'Charlotte, NC', salary_range: '$41 an hour' }),
    job('away', { location: 'Cheyenne, WY' }),
    job('anywhere', { location: 'Remote', workplace: 'remote' }),
  ]);
  return mark;
}

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search jobs' });
const count = (page: Page) => page.locator('[data-count]');

test('the search box understands a place, shows it, and removes it again', async ({
  page,
  server,
  complaints,
}) => {
  const mark = await storeSome(server);
  await page.goto('/jobs');
  await searchBox(page).fill(`${mark} Charlotte`);
  await expect(count(page)).toHaveText('2 jobs');
  const chips = page.getByRole('list', { name: 'Understood from your words' });
  const chip = chips.getByRole('link', { name: /^Take off: Within 25 miles of Charlotte, NC/ });
  await expect(chip).toBeVisible();
  await expect(page.getByRole('button', { name: /^Contract/ })).toHaveAttribute(
    'aria-description',
    '1 found',
  );
  await expectSound(page, { part: 'main' });
  await chip.click();
  await expect(count(page)).toHaveText('4 jobs');
  await expect(searchBox(page)).toHaveValue(mark);
  await page.goBack();
  await expect(count(page)).toHaveText('2 jobs');
  await expect(searchBox(page)).toHaveValue(`${mark} Charlotte`);
  await chips.getByRole('link', { name: 'Only in title or company' }).click();
  await expect(count(page)).toHaveText('0 jobs');
  await expect(page).toHaveURL(/plain=1/);
  await page.getByRole('button', { name: /^Full-time/ }).click();
  await expect(page).toHaveURL(/plain=1&type=Full-time/);
  await expect(page.getByRole('link', { name: /^Understand places/ })).toBeVisible();
  await page.getByRole('link', { name: /^Understand places/ }).click();
  await expect(chip).toBeVisible();
  await page.getByRole('button', { name: /^All Types/ }).click();
  await expect(page).not.toHaveURL(/plain/);
  // The exact phrase is found alone; jobs with the same words apart are one link away.
  await searchBox(page).fill(`${mark} near`);
  await expect(count(page)).toHaveText('1 job');
  await page.getByRole('link', { name: 'Show them too' }).click();
  await expect(count(page)).toHaveText('4 jobs');
  // Having followed that link is forgotten along with the words.
  await searchBox(page).fill('');
  await expect(page).toHaveURL('/jobs');
  await searchBox(page).fill(`${mark} near`);
  await expect(count(page)).toHaveText('1 job');
  await page.getByRole('link', { name: 'Show them too' }).click();
  await expect(count(page)).toHaveText('4 jobs');
  // Nor does it carry over to words typed in their place.
  await searchBox(page).fill(mark);
  await expect(page).not.toHaveURL(/wide|near/);
  await searchBox(page).fill(`${mark} near`);
  await expect(count(page)).toHaveText('1 job');
  await page.getByRole('link', { name: 'Show them too' }).click();
  await expect(count(page)).toHaveText('4 jobs');
  await page.getByRole('link', { name: 'Only with the words as typed' }).click();
  await expect(count(page)).toHaveText('1 job');
  await expect(page).not.toHaveURL(/wide/);
  expect(complaints).toEqual([]);
});

test('filters are kept in the address, and restored from it', async ({ page, server }) => {
  const mark = await storeSome(server);
  // A filter chosen below a phone's first screen shows its result where people see it.
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(`/jobs?q=${mark}s`);
  await expect(count(page)).not.toBeInViewport();
  await page.getByRole('searchbox').fill(mark);
  await page.getByRole('searchbox').press('Enter');
  await expect(count(page)).toBeInViewport();
  await page.getByText('More filters').click();
  await page.getByRole('textbox', { name: 'Place' }).fill('28202');
  await page.getByRole('textbox', { name: 'Place' }).press('Enter');
  await expect(count(page)).toHaveText('2 jobs');
  await page.getByLabel('Within').selectOption('10 miles');
  await expect(count(page)).toHaveText('1 job');
  await expect(page).toHaveURL(`/jobs?q=${mark}&place=28202&miles=10`);
  await page.reload();
  await expect(count(page)).toHaveText('1 job');
  await expect(page.getByLabel('Within')).toHaveValue('10');
  // As the hint beside it says.
  await page.getByRole('textbox', { name: 'Pay from' }).fill('40 an hour');
  await page.getByRole('textbox', { name: 'Pay from' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Pay from' })).toHaveValue('40');
  await expect(count(page)).toHaveText('1 job');
  // The same count as before is announced again.
  await expect.poll(() => count(page).evaluate((status) => status.textContent)).not.toBe('1 job');
  await page.getByRole('textbox', { name: 'Pay from' }).fill('50');
  await page.getByRole('textbox', { name: 'Pay from' }).press('Enter');
  await expect(count(page)).toHaveText('0 jobs');
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Pay from' })).toHaveValue('40');
  await page.getByRole('textbox', { name: 'Place' }).fill('Nowhere at all');
  await page.getByRole('textbox', { name: 'Place' }).press('Enter');
  await expect(page.getByText('We do not know this place: Nowhere at all')).toBeVisible();
  await page.goto(`/jobs?sort=nearest`);
  await expect(page.getByText('Nearest to what?')).toBeVisible();
  // As people type it on boards that have a single field for both.
  await page.getByRole('textbox', { name: 'Place' }).fill('Remote');
  await page.getByRole('textbox', { name: 'Place' }).press('Enter');
  await expect(page.getByLabel('Workplace')).toHaveValue('remote');
  await expect(page.getByRole('textbox', { name: 'Place' })).toHaveValue('');
});

test.describe('without JavaScript', () => {
  test.use({ runsScripts: false });

  test('chips, filters and a typo', async ({ page, server }) => {
    const mark = await storeSome(server);
    await page.goto(`/jobs?q=${mark}+remote`);
    await expect(count(page)).toHaveText('1 job');
    await page.getByRole('link', { name: 'Take off: Remote' }).click();
    await expect(count(page)).toHaveText('4 jobs');
    await page.goto(`/jobs?q=${mark}+remote&plain=1`);
    await page.getByRole('button', { name: /^Contract/ }).click();
    await expect(page).toHaveURL(/plain=1/);
    await page.goto('/jobs?q=Charlote');
    await page.getByRole('link', { name: 'charlotte' }).click();
    await expect(count(page)).not.toHaveText('0 jobs');
    // Somebody who finds nothing is offered searches that find something.
    await page.goto(`/jobs?q=${mark}+tapir+jobs&type=Contract`);
    await expect(count(page)).toHaveText('0 jobs');
    await expect(page.getByText('Did you mean')).toBeHidden();
    await expect(page.getByRole('list', { name: 'These searches find jobs:' })).toHaveText(
      'Without “tapir” 1 job',
    );
    await page.getByRole('link', { name: 'Without “tapir”' }).click();
    await expect(count(page)).toHaveText('1 job');
    await page.goto(`/jobs?q=${mark}&place=Charlotte&sort=nearest`);
    await expect(page.locator('[data-rows] h3')).toHaveText([`${mark} there`, `${mark} near`]);
  });
});
