import type { Page, Response } from '@playwright/test';
import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { becomeKnown, confirmAddress, subscribe } from '../support/employers.ts';
import { losingAnswers } from '../support/lose-answer.ts';
import { enter, toastOf } from '../support/people-on-screen.ts';
import { countOn, newTown, publishOthers } from '../support/search-on-screen.ts';
import type { TestServer } from '../support/start-test-server.ts';

test('a member finds a candidate, writes and is answered, until the candidate blocks and hides', async ({
  page,
  browser,
  server,
}) => {
  const town = newTown();
  const member = await enter(server, page);
  const candidate = await enter(server, await browser.newPage());
  await subscribe(server.database, member.id);
  await publish(server, candidate.id, town, ['Query audit', 'Epic']);
  await publishOthers(server, town, [
    { level: 'Senior', skill: 'Epic' },
    { level: 'Mid', skill: 'Query audit' },
  ]);
  const chosen = page.getByRole('link', { name: `Auditor of ${town}` });

  await test.step('the address is confirmed and the company they hire for is given, once', async () => {
    await page.goto(`${server.url}/browse-candidates`);
    await page.bringToFront();
    await expect(page.getByRole('heading', { name: 'Before your first search' })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    expect(await findBarriers(page)).toEqual([]);
    await confirmAddress(server.database, member.id);
    await page.getByRole('button', { name: 'I have confirmed it' }).click();
    await expect(page.getByText(/@people\.example is confirmed\./)).toBeVisible();
    await page.getByLabel('Who do you hire for?').fill('Tidewater Health, Inc.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('You hire for Tidewater Health, Inc.')).toBeVisible();
    // Keyboard users go on with the search, and not from the top of the page.
    await expect(page.locator(':focus')).toContainText('You hire for Tidewater Health, Inc.');
  });

  await test.step('count and address follow the search, and typed words stay as typed', async () => {
    await page.getByRole('searchbox').pressSequentially(`${town.toLowerCase()} `);
    await expect(countOn(page)).toHaveText('3 candidates');
    await expect(page).toHaveURL(/\?q=harbor/);
    await expect(page.getByRole('searchbox')).toHaveValue(`${town.toLowerCase()} `);
    await page.getByLabel('Experience level').selectOption('Senior');
    await expect(countOn(page)).toHaveText('2 candidates');
    await page.getByRole('button', { name: 'More filters' }).click();
    const skills = page.getByRole('combobox', { name: 'Skills' });
    await skills.fill('query audit');
    await skills.press('Enter');
    await expect(countOn(page)).toHaveText('1 candidate');
    await expect(page).toHaveURL(/&level=Senior&skill=query\+audit$/);
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('the document tells a member’s browser to load the screen’s files, and they exist', async () => {
    const search = page.url();
    const answers = new Map<string, number>();
    const note = (answer: Response) => answers.set(new URL(answer.url()).pathname, answer.status());
    page.on('response', note);
    await page.reload();
    await expect(countOn(page)).toHaveText('1 candidate');
    expect(page.url()).toBe(search);
    page.off('response', note);
    const html = await (await page.request.get(page.url())).text();
    const [, files = '[]'] = html.match(/&&\w+\((\[`\/assets\/[^\]]*\])/) ?? [];
    const named = [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');
    expect(named.some((file) => file.startsWith('/assets/candidate-search-screen-'))).toBe(true);
    expect(named.filter((file) => answers.get(file) !== 200)).toEqual([]);
  });

  await test.step('the back button undoes one step after the other', async () => {
    await page.goBack();
    await expect(countOn(page)).toHaveText('2 candidates');
    await expect(page.getByRole('button', { name: 'Remove query audit' })).toHaveCount(0);
    await page.goBack();
    await expect(countOn(page)).toHaveText('3 candidates');
    await expect(page.getByLabel('Experience level')).toHaveValue('all');
    await page.goForward();
    await page.goForward();
    await expect(page.getByRole('button', { name: 'More filters (1)' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  await test.step('the page of the candidate, who is saved with a note', async () => {
    await chosen.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Auditor of ${town}`);
    await expect(page).toHaveTitle(new RegExp(`^Auditor of ${town}`));
    await expect(page.getByRole('link', { name: 'Picture, at pictures.example' })).toBeVisible();
    await expect(page.getByRole('article').locator('img')).toHaveCount(0);
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('button', { name: 'Add a private note' }).click();
    await expect(page.getByLabel('Private note')).toBeFocused();
    await page.getByLabel('Private note').fill('Call after the audit');
    await page.route('**/saved_candidates?*', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByRole('alert')).toContainText('The note was not saved. Try again.');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByText('Call after the audit')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change the note' })).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
  });

  await candidate.page.goto(`${server.url}/messages`);
  await expect(candidate.page.getByText('No messages yet')).toBeVisible();

  await test.step('a message that is too short is refused, a better one is sent', async () => {
    // Firefox gives the focus to one window, and the other person's had it.
    await page.bringToFront();
    await contact(page, 'Hello');
    const dialog = page.getByRole('dialog', { name: 'Contact this candidate' });
    await expect(dialog.getByText('Message must be at least 10 characters')).toBeVisible();
    await expect(dialog.getByLabel('Message')).toBeFocused();
    expect(await findBarriers(page, 'dialog[open]')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Contact/ }).click();
    await expect(dialog.getByLabel('Message')).toHaveValue('Hello');
    await dialog.getByLabel('Message').fill('Hello, may we talk about your audits?');
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await expect(toastOf(page, 'Message sent')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the candidate sees it without a reload, and answers', async () => {
    const { page } = candidate;
    // The screen polls every four seconds.
    await expect(page.getByRole('button', { name: 'Account, 1 unread' })).toBeVisible();
    await page
      .getByRole('link', { name: /Tidewater Health, Inc\..*may we talk.*1 unread/ })
      .click();
    await page.getByLabel('Your message').fill('Gladly, on Monday.');
    await page.getByLabel('Your message').press('Control+Enter');
    await expect(page.getByLabel('Your message')).toHaveValue('');
  });

  await test.step('the member finds the answer', async () => {
    await page.goto(`${server.url}/messages`);
    await page
      .getByRole('link', { name: new RegExp(`Auditor of ${town}.*Gladly.*1 unread`) })
      .click();
    await expect(page.getByRole('region', { name: 'Messages of this' })).toContainText('Gladly');
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect(page.getByText('Call after the audit')).toBeVisible();
  });

  await test.step('once blocked, the member reads that messages cannot be sent, and keeps the words', async () => {
    await choose(candidate.page, 'Block');
    await candidate.page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    await expect(candidate.page.getByText('You have blocked this person.')).toBeVisible();
    await contact(page, 'Does Monday at nine suit you?');
    const dialog = page.getByRole('dialog', { name: 'Contact this candidate' });
    await expect(dialog.getByRole('alert')).toContainText('This candidate cannot be contacted.');
    await expect(dialog.getByLabel('Message')).toHaveValue('Does Monday at nine suit you?');
  });

  await test.step('unblocked but hidden from the company, the candidate does not exist for the member', async () => {
    const other = candidate.page;
    await other.getByRole('button', { name: 'Unblock' }).click();
    await expect(other.getByLabel('Your message')).toBeVisible();
    await other.goto(`${server.url}/candidate-profile`);
    await other.locator('.profile-more').scrollIntoViewIfNeeded();
    await other.getByRole('textbox', { name: 'Company', exact: true }).fill('tidewaterhealth.com');
    await other.getByRole('button', { name: 'Hide from this company' }).click();
    await expect(toastOf(other, 'Hidden from tidewaterhealth.com')).toBeVisible();
    // On the page that is still open, another try would be refused as well.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Saved/ }).click();
    await page.getByRole('button', { name: 'Delete both' }).click();
    await page.getByRole('button', { name: /^Save / }).click();
    await expect(toastOf(page, 'they are no longer open to you')).toBeVisible();
    await page.reload();
    await expect(page.getByText('This profile is not available')).toBeVisible();
    await expect(page.getByText(town)).toHaveCount(0);
    await page.goto(`${server.url}/browse-candidates?q=${encodeURIComponent(town)}`);
    await expect(countOn(page)).toHaveText('2 candidates');
    await expect(chosen).toHaveCount(0);
  });

  const refused = /40[34] \((Forbidden|Not Found)\)|net::ERR_FAILED/;
  expect(member.complaints.filter((each) => !refused.test(each))).toEqual([]);
  expect(candidate.complaints).toEqual([]);
  await candidate.page.close();
});

test('a message whose response is lost is written once, and changed words are another message', async ({
  page,
  server,
}) => {
  const town = newTown();
  const { id } = await enter(server, page);
  const loseAnswer = await losingAnswers(page);
  await subscribe(server.database, id);
  await becomeKnown(server.database, id);
  await publishOthers(server, town, [{ level: 'Senior', skill: 'Epic' }]);
  const dialog = page.getByRole('dialog', { name: 'Contact this candidate' });
  const field = dialog.getByLabel('Message');
  const send = dialog.getByRole('button', { name: 'Send message' });
  await page.goto(`${server.url}/browse-candidates?q=${encodeURIComponent(town)}`);

  await test.step('the login page of a public network does not count as a response', async () => {
    const at = '**/functions/v1/send-candidate-message';
    await page.route(at, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hi' }));
    await contact(page, 'May we talk on Monday?');
    await expect(dialog.getByRole('alert')).toContainText('Something between you and this site');
    await page.unroute(at);
    await page.keyboard.press('Escape');
  });

  await test.step('the same words again, even after closing the dialog and reloading the page', async () => {
    await loseAnswer('/functions/v1/send-candidate-message');
    await contact(page, 'May we talk on Monday?');
    await expect(dialog.getByRole('alert')).toContainText('The site could not be reached.');
    // So long ago that its words alone do not show that it is the same message.
    await server.database.asService.query({
      text: `update public.messages set created_at = now() - interval '1 hour' where sender_id = $1`,
      values: [id],
    });
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: /^Contact/ }).click();
    await send.click();
    await expect(toastOf(page, 'Message sent')).toBeVisible();
    expect(await messagesFrom(server, id)).toEqual(['May we talk on Monday?']);
  });

  await answer(server, id, 'On Tuesday.');

  await test.step('other words, once the candidate has answered the first', async () => {
    await loseAnswer('/functions/v1/send-candidate-message');
    await contact(page, 'At nine o’clock?');
    await expect(dialog.getByRole('alert')).toContainText('The site could not be reached.');
    await field.fill('At ten o’clock?');
    await send.click();
    await expect(dialog.getByRole('alert')).toContainText(
      'You have already written to this person',
    );
    await expect(field).toHaveValue('At ten o’clock?');
    await answer(server, id, 'Too early.');
    await send.click();
    await expect(dialog).toHaveCount(0);
    const all = ['May we talk on Monday?', 'At nine o’clock?', 'At ten o’clock?'];
    expect(await messagesFrom(server, id)).toEqual(all);
  });
});

async function publish({ database }: TestServer, id: string, town: string, skills: string[]) {
  await database.asService.query({
    text: `insert into public.candidate_profiles
        (user_id, public_profile, headline, location, experience_level, skills, profile_picture_url)
      values ($1, true, 'Auditor of ' || $2, $2, 'Senior', $3, $4)`,
    // A picture that the pages do not load.
    values: [id, town, skills, 'https://pictures.example/me.png'],
  });
}

async function messagesFrom({ database }: TestServer, id: string) {
  const { rows } = await database.asService.query<{ body: string }>({
    text: 'select body from public.messages where sender_id = $1 order by created_at',
    values: [id],
  });
  return rows.map(({ body }) => body);
}

/** The member's only candidate writes back. */
async function answer({ database }: TestServer, memberId: string, words: string) {
  await database.asService.query({
    text: `with answers as (
        insert into public.messages (conversation_id, sender_id, body)
          select id, candidate_id, $2 from public.conversations where member_id = $1
          returning conversation_id, sender_id)
      update public.conversations as c set last_sender_id = sender_id
        from answers where c.id = conversation_id`,
    values: [memberId, words],
  });
}

async function contact(page: Page, message: string) {
  await page.getByRole('button', { name: /^Contact/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact this candidate' });
  await dialog.getByLabel('Message').fill(message);
  await dialog.getByRole('button', { name: 'Send message' }).click();
}

async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: 'More for this conversation' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}
