import { expect, test } from '../support/browser.ts';
import { createCandidates } from '../support/candidates.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newestMail } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import { comeInAsStaff, heading } from '../support/staff-on-screen.ts';

test('a harassment report outlives the account, and is decided', async ({ page, server }) => {
  const { database, actors } = server;
  const { candidate, send } = createCandidates(actors);
  const [member, them] = [await actors.member(), await candidate({ headline: 'Ward coder' })];
  const { conversationId } = await send(member, them, 'Call me tonight, or else.');
  await them.client
    .from('message_reports')
    .insert({ conversation_id: conversationId, reporter_id: them.id, reason: 'He threatens me.' });
  await database.asService.query({
    text: 'delete from auth.users where id = $1',
    values: [member.id],
  });

  await comeInAsStaff(page.context(), server, 'staff');
  await page.goto('/staff/review');
  await expect(page).toHaveURL(/\?state=open$/);
  const row = page.getByRole('row', { name: /Ward coder/ });
  await expect(row).toContainText('No longer there');
  await expectSound(page, { state: 'the queue' });
  // The navigation leads to what waits, even from there; everything has an address that can be sent
  // to a colleague.
  await page
    .getByRole('navigation', { name: 'Staff' })
    .getByRole('link', { name: 'Review' })
    .click();
  await expect(page).toHaveURL(/\?state=open$/);
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page).toHaveURL(/\?state=all$/);
  await expect(page.getByRole('link', { name: 'Show all' })).toHaveCount(0);
  await row.getByRole('link').click();
  await expect(heading(page)).toContainText('Ward coder');
  // The dot stays at the end of its line.
  expect(await heading(page).evaluate((it) => it.textContent)).toContain('\u00a0· Ward coder');
  await expect(page.getByText('Call me tonight, or else.')).toBeVisible();
  await expect(page.getByText('He threatens me.')).toBeVisible();
  await expect(page.getByText('is deleted on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask the person' })).toHaveCount(0);
  await expectSound(page, { state: 'the case' });
  // The pressed link is gone, and focus continues in what it opened.
  await expect(page.locator('.staff-screen')).toBeFocused();

  await page.getByRole('button', { name: 'Close the conversation' }).click();
  await page.getByLabel('The reason').fill('We accept no threats here.');
  // It was done, but the result cannot be loaded: that is said above the old content.
  await page.route('**/staff-review-case', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Hide and email the reason' }).click();
  await expect(page.getByText('The case could not be loaded')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByText('Hidden', { exact: true })).toBeVisible();
  const mail = await newestMail(page, String(them.caller.claims.email), /your report/);
  expect(mail.text).toContain('we acted on it');

  await page.goto(`/staff/log?subject=${member.id}`);
  await expect(
    page.getByRole('row', { name: /Read a reported conversation/ }).first(),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /Hid what was reported/ })).toContainText(
    'no threats',
  );
});

test('two members of staff cannot repeat each other’s work on a report, and the appeal goes to the other', async ({
  page,
  browser,
  server,
}) => {
  const email = `poster-${crypto.randomUUID()}@people.example`;
  const poster = await server.actors.signedIn(email);
  const [jobId = ''] = await storeJobs(server.database, [
    jobRow(poster.id, { title: 'Night shift biller' }),
  ]);
  const reporter = await browser.newContext({ baseURL: server.url });
  const visitor = await reporter.newPage();
  await visitor.goto(`/job/${jobId}`);
  await visitor.getByText('Report this job').click();
  await visitor.getByLabel('It looks like a scam').check();
  await visitor.getByRole('button', { name: 'Send the report' }).click();
  await expect(visitor.getByText('Your report has reached our staff.')).toBeVisible();

  const first = await comeInAsStaff(page.context(), server, 'staff');
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await comeInAsStaff(context, server, 'owner');
  for (const each of [page, other]) {
    await each.goto('/staff/review?state=open&kind=job');
    await each.getByRole('link', { name: /Night shift biller/ }).click();
    await expect(heading(each)).toContainText('Night shift biller');
  }

  await page.getByRole('button', { name: 'Hide the job' }).click();
  await page.getByLabel('The reason').fill('It asks applicants for a fee.');
  await page.getByRole('button', { name: 'Hide and email the reason' }).click();
  await expect(page.getByRole('main').getByText('Hidden', { exact: true })).toBeVisible();
  await other.getByRole('button', { name: 'Release' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(other.getByRole('alert')).toContainText(`${first.email} decided to hide this`);
  await expect(other.getByText('It asks applicants for a fee.').first()).toBeVisible();

  const mail = await newestMail(page, email, /taken off the board/);
  const link = mail.text.match(/\/our-decision\?token=[\w-]+/)?.[0] ?? '';
  await visitor.goto(link);
  await expect(heading(visitor)).toHaveText('Ask us to look again');
  await expectSound(visitor, { state: 'the appeal' });
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Say it in a sentence or two')).toBeVisible();
  await visitor.getByLabel('Why should we').fill('The fee is for the licence, and paid back.');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(heading(visitor)).toHaveText('Thank you. Our staff have it now.');
  await visitor.goto(link);
  await expect(heading(visitor)).toHaveText('You have already asked us to look again');
  await reporter.close();

  await page.reload();
  await expect(page.getByText('An appeal against your own decision')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Release' })).toHaveCount(0);
  await other.reload();
  await expect(other.getByText('The fee is for the licence')).toBeVisible();
  // A press beside the dialog loses nothing that was typed.
  await other.getByRole('button', { name: 'Keep it hidden' }).click();
  await other.getByLabel('The reason').fill('The licence is free.');
  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: 'Keep it hidden' }).click();
  await expect(other.getByLabel('The reason')).toHaveValue('The licence is free.');
  await other.reload();
  await other.getByRole('button', { name: 'Keep it hidden' }).click();
  await expect(other.getByLabel('The reason')).toHaveValue('The licence is free.');
  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: 'Release' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(other.getByRole('main').getByText('Released', { exact: true })).toBeVisible();
  await context.close();
  await page.goto(`/job/${jobId}`);
  await expect(heading(page)).toHaveText('Night shift biller');
});
