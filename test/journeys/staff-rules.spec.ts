import type { Page } from '@playwright/test';
import { expect, patient, settle, testEngine, testOnOwnSite } from '../support/browser.ts';
import { newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import { comeInAsStaff, heading } from '../support/staff-on-screen.ts';
import { startTestServer } from '../support/start-test-server.ts';

const test = testOnOwnSite(() => startTestServer(testEngine(), { ...patient }));

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).press('Enter');
const publishDialog = (page: Page) => page.getByRole('dialog', { name: 'Publish?' });

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  );

test('an owner changes the terms: people are told once, and can read both texts until the day', async ({
  page,
  context,
  browser,
  site,
  complaints,
}) => {
  const reader = await newPerson(site.url);
  const theirs = await browser.newContext({ baseURL: site.url });
  const { user } = await signInDirectly(theirs, site.url, reader);
  await site.asAdmin((client) =>
    client
      .query('update auth.users set email_proved_at = now() where id = $1', [user.id])
      .then(() => {}),
  );
  await comeInAsStaff(context, site, 'owner');
  await page.goto('/staff/words/terms');
  await expect(heading(page)).toHaveText('Terms of use');
  await page.getByLabel('Below the title').fill('These terms are new.');

  // Too soon, and without a word about what changes.
  await page.getByLabel('Effective from').fill(inDays(3));
  await press(page, 'Publish');
  await expect(
    page.getByRole('button', { name: 'Say what changes: people read it first.' }),
  ).toBeVisible();
  await page.getByLabel('What changes, in plain words').fill('You may now keep two profiles.');
  await press(page, 'Publish');
  await expect(
    publishDialog(page).getByText('Everybody with a confirmed address gets an email'),
  ).toBeVisible();
  await publishDialog(page).getByRole('button', { name: 'Publish' }).click();
  await expect(publishDialog(page).getByText(/People are told 14 days before/)).toBeVisible();
  await expectSound(page, { state: 'a day that is too soon' });
  await publishDialog(page).getByRole('button', { name: 'Not yet' }).click();

  const day = inDays(20);
  await page.getByLabel('Effective from').fill(day);
  await press(page, 'Publish');
  await publishDialog(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. It counts from the day that you chose.')).toBeVisible();
  await expectSound(page, { state: 'published for a day to come' });

  const mails = async () => {
    let count = 0;
    await site.asAdmin(async (client) => {
      const { rows } = await client.query<{ content: string }>(
        'select text as content from queue.outbox where recipient = $1',
        [reader.email],
      );
      count = rows.filter(({ content }) =>
        content.includes('You may now keep two profiles.'),
      ).length;
    });
    return count;
  };
  await expect.poll(mails).toBe(1);

  const visitor = await theirs.newPage();
  await visitor.goto('/terms');
  for (const width of [375, 1280]) {
    await visitor.setViewportSize({ width, height: 800 });
    await expect(visitor.getByText('Effective date: updated 10/1/2025')).toBeVisible();
    await expect(visitor.getByText(`This changes on ${inWords(day)}`)).toBeVisible();
    await expect(visitor.getByText('You may now keep two profiles.')).toBeVisible();
    await expect(visitor.getByText('These terms are new.')).toHaveCount(0);
  }
  await expectSound(visitor, { state: 'terms that will change' });
  await visitor.getByRole('link', { name: 'Read it as it will be' }).press('Enter');
  await expect(visitor).toHaveURL(`/legal/terms/${day}`);
  await expect(visitor.getByText('These terms are new.')).toBeVisible();
  await expect(visitor.getByText(`Effective ${inWords(day)}`)).toBeVisible();
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expectSound(visitor, { state: 'the version to come' });
  const missing = await visitor.goto('/legal/terms/2020-01-01');
  expect(missing?.status()).toBe(404);

  // It is withdrawn before its day, and those who were told of it are told that.
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Original version' })
    .getByRole('button')
    .press('Enter');
  await page
    .getByRole('dialog', { name: 'Original version' })
    .getByRole('button', { name: 'Go back to it' })
    .click();
  await expect(page.getByText('Published again: Original version.')).toBeVisible();
  // Pages follow within a second.
  await expect(async () => {
    await visitor.goto('/terms');
    expect(await visitor.getByText('This changes on').count()).toBe(0);
  }).toPass();
  expect(await mails()).toBe(1);
  await theirs.close();
  expect(complaints.filter((each) => !/404|400/.test(each))).toEqual([]);
});

test('an owner closes sign-up and opens it again', async ({
  page,
  context,
  browser,
  site,
  complaints,
}) => {
  await comeInAsStaff(context, site, 'owner');
  const visitor = await browser.newPage({ baseURL: site.url });
  await visitor.setViewportSize({ width: 375, height: 740 });
  await visitor.goto('/auth?tab=sign-up');
  await expect(visitor.getByLabel('Full Name')).toBeVisible();

  await page.goto('/staff/words/sign-up');
  await expect(heading(page)).toHaveText('Sign-up');
  await page.getByLabel('New accounts').selectOption('closed');
  await press(page, 'Publish');
  await publishDialog(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. It shows now.')).toBeVisible();

  // Somebody who had the form open is told, and no account is created.
  await visitor.getByLabel('Full Name').fill('Late Lee');
  await visitor.getByLabel('Email').fill('late@people.example');
  await visitor.getByLabel('Password').fill('a-good-password-2026');
  await visitor.getByRole('button', { name: 'Sign Up', exact: true }).press('Enter');
  await expect(visitor.getByText('New accounts cannot be opened now.').first()).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('New accounts are closed for now')).toBeVisible();
  await expect(visitor.getByLabel('Full Name')).toHaveCount(0);
  await expect(visitor.getByRole('link', { name: /@/ }).first()).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  await expectSound(visitor, { state: 'closed sign-up' });
  // Somebody who follows an invitation gets the form.
  await visitor.goto('/auth?tab=sign-up&next=/somewhere%3Ftoken%3Dabc');
  await expect(visitor.getByLabel('Full Name')).toBeVisible();

  await page.getByLabel('New accounts').selectOption('open');
  await press(page, 'Publish');
  await publishDialog(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. It shows now.')).toBeVisible();
  // The previous text may still be there for a moment.
  await expect(async () => {
    await visitor.goto('/auth?tab=sign-up');
    await settle(visitor);
    expect(await visitor.getByLabel('Full Name').isVisible()).toBe(true);
  }).toPass();
  await visitor.close();

  // Numbers keep to their limits.
  await page.goto('/staff/words/posting-rules');
  await page.getByLabel('Jobs of one person in a day').fill('0');
  await press(page, 'Publish');
  await expect(page.getByRole('button', { name: 'Please enter 1 to 100000.' })).toBeVisible();
  await page.setViewportSize({ width: 375, height: 740 });
  await expectSound(page, { state: 'posting rules' });
  expect(complaints.filter((each) => !/404|400|422/.test(each))).toEqual([]);
});
