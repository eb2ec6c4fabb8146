import type { Page } from '@playwright/test';
import { expect, patient, testEngine, testOnOwnSite } from '../support/browser.ts';
import { expectLargeLettersFit } from '../support/reflow.ts';
import { expectSound } from '../support/sound.ts';
import { comeInAsStaff, heading, openStaffBrowser } from '../support/staff-on-screen.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

const test = testOnOwnSite(() => startTestServer(testEngine(), { ...patient }));

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).press('Enter');
/** A page as sent, without rendering it in a browser. */
const sentBy = (site: TestServer) => async (address: string) =>
  (await fetch(site.url + address)).text();
async function publish(page: Page) {
  await press(page, 'Publish');
  const dialog = page.getByRole('dialog', { name: 'Publish?' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. It shows now.')).toBeVisible();
  // What was published before is read before it is replaced.
  await expect(dialog).toBeHidden();
}

test('an owner changes words, previews them on the real page, publishes, and takes them back', async ({
  page,
  context,
  browser,
  site,
  complaints,
}) => {
  const sent = sentBy(site);
  await comeInAsStaff(context, site, 'owner');
  await page.goto('/staff/words');
  await expect(heading(page)).toHaveText('Words');
  await page.getByRole('link', { name: 'Announcement' }).click();
  await expect(heading(page)).toHaveText('Announcement');

  // Errors are shown where they are, and the draft is kept.
  await page.getByRole('textbox', { name: 'Words (optional)' }).fill('We are closed on Friday.');
  await page.getByLabel('Link address').fill('javascript:alert(1)');
  await press(page, 'Publish');
  await expect(page.getByText('Not ready to be published. The draft is kept.')).toBeVisible();
  await expect(page.getByLabel('Link address')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Link address: / })).toBeVisible();
  await expectSound(page, { state: 'problems' });
  await page.getByLabel('Link address').fill('/faq');
  await page.getByLabel('Link text').fill('Read why');
  await page.getByRole('button', { name: 'Save draft' }).press('Enter');
  await expect(page.getByText('The draft is saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeFocused();

  const [preview] = await Promise.all([page.waitForEvent('popup'), press(page, 'Preview')]);
  await expect(preview.getByText('Preview of a draft')).toBeVisible();
  await expect(preview.getByText('We are closed on Friday.')).toBeVisible();
  await preview.close();
  const stranger = await browser.newPage({ baseURL: site.url });
  await stranger.goto('/');
  await expect(stranger.getByText('We are closed on Friday.')).toHaveCount(0);

  await publish(page);
  await press(page, 'Publish');
  const same = page.getByRole('dialog', { name: 'Nothing to publish' });
  await expect(same.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  await same.getByRole('button', { name: 'Go back' }).click();
  for (const address of ['/', '/jobs', '/auth']) {
    // The process hears of it a moment after it is published.
    await expect.poll(() => sent(address)).toContain('We are closed on Friday.');
    await stranger.goto(address);
    const line = stranger.getByRole('complementary', { name: 'Announcement' });
    await expect(line).toContainText('We are closed on Friday.');
    await expect(line.getByRole('link', { name: 'Read why' })).toHaveAttribute('href', '/faq');
    if (address === '/') await expectSound(stranger, { state: 'an announcement' });
  }

  const first = page.getByRole('listitem').filter({ hasText: 'Original version' });
  await first.getByRole('button').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Original version' });
  await expect(dialog.getByText('We are closed on Friday.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Go back to it' }).click();
  await expect(page.getByText('Published again: Original version.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(() => sent('/auth')).not.toContain('We are closed on Friday.');
  await stranger.close();
  expect(complaints.filter((each) => !/404|400/.test(each))).toEqual([]);
});

test('a list is extended, reordered and published by keyboard, and the company gets another name', async ({
  page,
  context,
  browser,
  site,
  complaints,
}) => {
  await comeInAsStaff(context, site, 'owner');
  await page.goto('/staff/words/faq');
  await expect(heading(page)).toHaveText('Questions and answers');
  const about = page.getByRole('group', { name: 'About', exact: true });
  await about.getByRole('button', { name: 'Add another question' }).press('Enter');
  const added = about.locator('details[open]').last();
  await added.getByLabel('Question').fill('Do you bite?');
  await added.getByLabel('Answer').fill('**Never**, see [who we are](/about).');
  await publish(page);
  const visitor = await browser.newPage({ baseURL: site.url });
  await visitor.goto('/faq#do-you-bite');
  await expect(visitor.getByText('Never', { exact: true })).toBeVisible();

  // One statement is from a real customer, so nothing calls them fictional any more.
  await page.goto('/staff/words/testimonials');
  const isSample = page.locator('summary').filter({ hasText: 'It is a sample' });
  await expect(isSample).toHaveCount(3);
  await expectLargeLettersFit(page);
  await isSample.first().press('Enter');
  await page.getByLabel('It is a sample').first().uncheck();
  await expect(isSample).toHaveCount(2);
  await publish(page);
  await visitor.goto('/');
  await expect(visitor.getByText('Testimonials marked “Sample” were written')).toBeVisible();
  const mark = visitor.getByText('Sample', { exact: true });
  const marked = visitor.getByRole('figure').filter({ has: mark });
  await expect(marked).toHaveCount(2);
  await expect(marked.filter({ hasText: 'Dana Whitfield' })).toHaveCount(0);

  await page.goto('/staff/words/brand');
  await page.getByLabel('Name', { exact: true }).first().fill('Piedmont Health AI');
  await page.getByLabel('Postal address').fill('1 Main Street, Durham, NC 27701');
  await publish(page);
  // A page of text, a screen that React takes over, and a missing page.
  for (const address of ['/', '/auth', '/no-such-page']) {
    await visitor.goto(address);
    await expect(visitor).toHaveTitle(/Piedmont Health AI/);
    await expect(visitor.getByRole('contentinfo')).toContainText('Piedmont Health AI');
  }
  await visitor.close();
  expect(complaints.filter((each) => !/404|400/.test(each))).toEqual([]);
});

test('a first draft can be removed where it was saved, and another one saved after it, even by two people at once', async ({
  page,
  context,
  browser,
  site,
}) => {
  await comeInAsStaff(context, site, 'owner');
  await page.goto('/staff/words/salaries');
  const average = page.getByLabel('Words for the average');
  const before = await average.inputValue();
  const remove = page.getByRole('button', { name: 'Remove the draft' });
  for (const words of ['A first draft', 'A second draft']) {
    await expect(remove).toHaveCount(0);
    await average.fill(words);
    await press(page, 'Save draft');
    await expect(page.getByText('The draft is saved.')).toBeVisible();
    await remove.press('Enter');
    await expect(page.getByText('The draft is gone.')).toBeVisible();
    await expect(average).toHaveValue(before);
  }
  // One that existed when the page was opened.
  await average.fill('A third draft');
  await press(page, 'Save draft');
  await expect(page.getByText('The draft is saved.')).toBeVisible();
  await page.reload();
  await expect(average).toHaveValue('A third draft');
  await remove.press('Enter');
  await expect(page.getByText('The draft is gone.')).toBeVisible();
  await expect(average).toHaveValue(before);
  await test.step('two members of staff at once: the second is told who was faster, and loses nothing', async () => {
    await average.fill('Our average');
    const other = await openStaffBrowser(browser, site, 'staff');
    await other.page.goto('/staff/words/salaries');
    await other.page.getByLabel('Words for the average').fill('Their average');
    await publish(other.page);

    await press(page, 'Publish');
    await expect(
      page.getByText(/has since changed the draft|has since published version 1/),
    ).toBeVisible();
    await press(page, 'Read it again');
    await expect(page.getByText('These words changed since you began')).toBeVisible();
    await expect(page.getByLabel('Words for the average')).toHaveValue('Our average');
    await press(page, 'Go on with mine');
    await publish(page);
    await expect.poll(() => sentBy(site)('/professionals')).toContain('Our average: 22');
    // Words that only owners publish.
    await other.page.goto('/staff/words/brand');
    await expect(other.page.getByText('Owners publish this')).toBeVisible();
    await expect(other.page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
    await other.context.close();
  });
});
