import type { Page } from '@playwright/test';
import { appointFirstOwner } from '#api/staff/for-commands.ts';
import { expect, testEngine, testOnOwnSite } from '../support/browser.ts';
import { newestMail, newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { addAppOnScreen } from '../support/second-factor-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import { heading } from '../support/staff-on-screen.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

// A site where nobody has a role yet.
const test = testOnOwnSite(() => startTestServer(testEngine()));

type Server = Pick<TestServer, 'database' | 'url'>;

/** An account with a confirmed address, signed in in this browser. */
async function comeIn(page: Page, { database, url }: Server) {
  const person = await newPerson(url);
  await database.asService.query({
    text: 'update auth.users set email_proved_at = now() where email = $1',
    values: [person.email],
  });
  await signInDirectly(page.context(), url, person);
  return person;
}

/** The link of the invitation in the mail. */
async function invitationOf(page: Page, email: string): Promise<string> {
  const { text } = await newestMail(page, email, /^You are invited to help/);
  const link = text.match(/https?:\S+\/auth\?next=\S+/)?.[0] ?? '';
  return new URL(link).searchParams.get('next') ?? '';
}

test('an owner’s first day: a command and a second factor, somebody is appointed, and words go live', async ({
  page,
  browser,
  site: server,
}) => {
  const owner = await comeIn(page, server);
  await page.goto('/staff');
  await expect(heading(page)).toHaveText('404 Oops! Page not found');

  expect(await appointFirstOwner(server.database, owner.email)).toBe(true);
  await page.goto(await invitationOf(page, owner.email));
  await expect(heading(page)).toHaveText('You are invited to help run this site');
  await expectSound(page, { state: 'an invitation' });
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(heading(page)).toHaveText('Set up a second step');
  const nextCode = await addAppOnScreen(page);
  await page.goto('/staff/team');
  await expect(heading(page)).toHaveText('Team');
  // Until the person's own pages are known, nobody can tell whether this page exists.
  let answer = () => {};
  await page.route('**/functions/v1/own-pages', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status: 503 });
  });
  const asked = page.waitForRequest('**/functions/v1/own-pages');
  await page.reload();
  await asked;
  await expect(heading(page)).toBeHidden();
  // The content that takes its place would push it down.
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();
  answer();
  await expect(heading(page)).toHaveText('This page could not be loaded');
  await page.unroute('**/functions/v1/own-pages');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('Team');
  // A bug in our own script leaves no empty page.
  const team = '**/functions/v1/staff-list-team';
  await page.route(team, (route) => route.fulfill({ json: { rows: [null] } }));
  await page.reload();
  await expect(heading(page)).toHaveText('This page could not be shown');
  await page.unroute(team);
  await page.getByRole('button', { name: 'Load it again' }).click();
  await expect(heading(page)).toHaveText('Team');
  await expect(page.getByRole('row', { name: owner.email })).toContainText('Owner');

  await expectSound(page, { state: 'the team' });
  // The only owner cannot leave, and is told so where they tried; nobody can change their own role.
  await page.getByRole('button', { name: 'Leave the team' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  const leaving = page.getByRole('alertdialog', { name: 'Leave the team?' });
  await expect(leaving.getByRole('alert')).toContainText('the only owner');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  const own = page.getByRole('row', { name: owner.email });
  await expect(own).toContainText('You (to leave, see below)');
  await expect(own.getByRole('button')).toHaveCount(0);

  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  const second = await comeIn(other, server);
  await page.getByLabel('Invite this address').fill(second.email);
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByRole('row', { name: second.email })).toContainText('has not answered');
  const status = page.getByRole('status');
  await expect(status.getByText('The invitation is on its way.')).toBeVisible();
  await other.goto(await invitationOf(page, second.email));
  await other.getByRole('button', { name: 'Accept' }).click();
  await addAppOnScreen(other);
  await other.goto('/staff/log');
  await expect(heading(other)).toHaveText('Log');
  await expect(other.getByText('Invited somebody').last()).toBeVisible();
  // Only owners export lists and appoint.
  await expect(other.getByRole('button', { name: 'Export as CSV' })).toHaveCount(0);
  await context.close();

  await changeTheAnnouncement(page, 'Enrollment for spring is open.');
  // staff-words.spec.ts tests what visitors see.
  const sent = async () => (await fetch(server.url)).text();
  await expect.poll(sent).toContain('Enrollment for spring is open.');

  await page.getByRole('link', { name: 'Log' }).click();
  await page.getByRole('button', { name: 'Check that nothing was changed' }).click();
  await expect(page.getByText('entries hold together')).toBeVisible();
  await expectSound(page, { state: 'the log' });
  await page.getByRole('button', { name: 'Erase what the log says' }).click();
  await page.getByLabel('Address of the account').fill(second.email);
  await page.getByRole('button', { name: 'Show what would go' }).click();
  await expect(page.getByText(`3 entries about ${second.email}`)).toBeVisible();
  await page.getByLabel('Why').fill('They asked for it.');
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await expect(status.getByText('The details of 3 entries are gone')).toBeVisible();

  await page.getByRole('link', { name: 'Alarms' }).click();
  const digest = page.getByLabel('Email me the daily digest');
  await digest.click();
  await expect(digest).not.toBeChecked();
  await page.getByLabel('Webhook of your chat').fill('https://chat.example/a-secret');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Alarms go to chat.example as well')).toBeVisible();
  await expect(status.getByText('The webhook is saved.')).toBeVisible();
  // An empty field deletes nothing; there is a button with a confirmation for that.
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please paste the https address')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByRole('row', { name: 'This is a test' })).toBeVisible();
  await expectSound(page, { state: 'alarms' });
  await page.getByRole('button', { name: 'Remove the webhook' }).click();
  await page.getByRole('button', { name: 'End it' }).click();
  await expect(page.getByText('The https address that the chat gives')).toBeVisible();
  await expect(status.getByText('The webhook is removed.')).toBeVisible();
  await page.getByRole('link', { name: 'Log' }).click();
  await page.getByLabel('Act', { exact: true }).selectOption('Accepted a role');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/\?act=accept$/);
  await expect(page.getByRole('row')).toHaveCount(3);

  // As if the second factor had been given before the appointment: staff powers are suspended until it is given again.
  await server.database.asService.query({
    text: `update auth.mfa_amr_claims set updated_at = now() - interval '2 hours' where session_id in
      (select s.id from auth.sessions as s join auth.users as u on u.id = s.user_id where u.email = $1)`,
    values: [owner.email],
  });
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await page.getByLabel('Code').fill(nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('your role was paused')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('log.csv');
});

async function changeTheAnnouncement(page: Page, words: string) {
  await page
    .getByRole('navigation', { name: 'Staff' })
    .getByRole('link', { name: 'Words' })
    .click();
  await page.getByRole('link', { name: 'Announcement' }).click();
  await page.getByRole('textbox', { name: 'Words (optional)' }).fill(words);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. It shows now.')).toBeVisible();
}

test('the staff document is the same as a missing page, and nothing public mentions it', async ({
  request,
}) => {
  const theirs = await request.get('/staff/team');
  const missing = await request.get('/nothing/here');
  expect(theirs.status()).toBe(404);
  // Each response has a nonce of its own, whatever was requested.
  const withoutNonce = (html: string) => html.replace(/nonce="[^"]*"/g, '');
  expect(withoutNonce(await theirs.text())).toBe(withoutNonce(await missing.text()));
  const document = await theirs.text();
  const scripts = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, path = '']) => path,
  );
  const texts = await Promise.all(
    [...scripts, '/robots.txt', '/sitemap.xml'].map(async (path) =>
      (await request.get(path)).text(),
    ),
  );
  expect(scripts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text).not.toMatch(/\/staff|own-page-/);
});
