import type { Page, WebSocketRoute } from '@playwright/test';
import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { becomeKnown, subscribe } from '../support/employers.ts';
import { losingAnswers } from '../support/lose-answer.ts';
import { messagesOn, publish, write } from '../support/messages-on-screen.ts';
import { enter, toastOf } from '../support/people-on-screen.ts';

test('a member writes, the candidate sees it, answers and blocks', async ({
  page,
  browser,
  server,
}) => {
  const member = await enter(server, await browser.newPage());
  const candidate = await enter(server, page);
  await subscribe(server.database, member.id);
  await becomeKnown(server.database, member.id);
  const loseAnswer = await losingAnswers(page);
  const loseMembersAnswer = await losingAnswers(member.page);
  const profile = await publish(server, candidate.id);
  await page.goto(`${server.url}/account`, { waitUntil: 'networkidle' });
  const { conversationId } = await write(server, member.token, profile);

  await test.step('the header announces it while another screen is open', async () => {
    const header = page.getByRole('banner');
    await expect(header.getByRole('button', { name: 'Account, 1 unread' })).toBeVisible();
  });

  await test.step('the header of a content page and its menus say that a message waits', async () => {
    await page.goto(`${server.url}/about`);
    const account = page.getByRole('button', { name: 'Account, 1 unread' });
    await account.click();
    await page.getByRole('link', { name: 'Messages 1 unread' }).click();
  });

  await test.step('the list marks it, and opening it marks it as read', async () => {
    const entry = page.getByRole('link', { name: /Maya Torres.*Good morning.*1 unread/ });
    // Only one window has the focus in Firefox.
    await page.bringToFront();
    await entry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Maya Torres' })).toBeFocused();
    await expect(messagesOn(page)).toHaveText([/^Maya Torres.*Good morning, .*\s*May we talk\?$/]);
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /1 unread/ })).toHaveCount(0);
    await expect(
      page.getByText('They can write back while your profile is open to them'),
    ).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('the member sees it as unanswered, and waits for the answer', async () => {
    await member.page.goto(`${server.url}/messages/${conversationId}`);
    await expect(member.page.getByText('You have already written to this person.')).toBeVisible();
  });

  await test.step('a draft stays, and a message whose response is lost is sent once', async () => {
    const field = page.getByLabel('Your message');
    await field.fill('Yes, ');
    await page.reload();
    await expect(field).toHaveValue('Yes, ');
    await loseAnswer('/functions/v1/reply-to-message');
    await field.press('End');
    await field.press('Enter');
    await field.pressSequentially('on Monday.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The site could not be reached.');
    await expect(field).toHaveValue('Yes, \non Monday.');
    await page.reload();
    await field.press('Control+Enter');
    await expect(field).toHaveValue('');
    await expect(messagesOn(page)).toHaveText([/Good morning/, /^You.*Yes, \s*on Monday\.$/]);
  });

  await test.step('the member sees the answer without a reload, and may write again', async () => {
    await expect(messagesOn(member.page)).toHaveText([/^You/, /on Monday\.$/]);
    await expect(member.page.getByRole('status').filter({ hasText: 'wrote: Yes,' })).toHaveCount(1);
    await expect(member.page.getByLabel('Your message')).toBeVisible();
  });

  await test.step('a message of the member’s is not called unsent because its response was lost', async () => {
    const field = member.page.getByLabel('Your message');
    await field.fill('Which day?');
    await loseMembersAnswer('/functions/v1/reply-to-message');
    await field.press('Control+Enter');
    await expect(messagesOn(member.page)).toHaveText([/Good morning/, /Monday/, /Which day/]);
    await expect(member.page.getByText('You have already written to this person.')).toBeVisible();
    await expect(member.page.getByText('Not sent')).toHaveCount(0);
  });

  await test.step('words changed after a lost response are another message', async () => {
    // If both arrive with one poll, the other person's message is shown first.
    await expect(messagesOn(page)).toHaveText([/Good morning/, /Monday/, /Which day/]);
    const field = page.getByLabel('Your message');
    await field.fill('At nine?');
    await loseAnswer('/functions/v1/reply-to-message');
    await field.press('Control+Enter');
    await expect(page.getByRole('alert')).toContainText('The site could not be reached.');
    await field.fill('At ten?');
    await field.press('Control+Enter');
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Sent: At ten?' })).toHaveCount(1);
    const all = [/Good morning/, /Monday/, /Which day/, /At nine/, /At ten/];
    await expect(messagesOn(page)).toHaveText(all);
  });

  await test.step('it is found by its words, even if it arrives during the search', async () => {
    const field = page.getByRole('searchbox', { name: 'Search your conversations' });
    await field.fill('mond');
    await expect(page.getByRole('link', { name: /Maya Torres.*on Monday/ })).toBeVisible();
    await expect(page).toHaveURL(/\?q=mond$/);
    await field.fill('torres wednes');
    await expect(page.getByText('Nothing found for “torres wednes”')).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await member.page.getByLabel('Your message').fill('On Wednesday, then.');
    await member.page.keyboard.press('Control+Enter');
    const found = page.getByRole('link', { name: /Maya Torres.*On Wednesday/ });
    await expect(found).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '1 conversation found' })).toHaveCount(
      1,
    );
    await found.click();
    await expect(page).toHaveURL(/\?q=torres\+wednes&found=/);
    await expect(messagesOn(page).last()).toContainText('On Wednesday, then.');
    await expect(messagesOn(page).last().locator('mark')).toHaveText(['Wednes']);
    await page.getByLabel('Your message').fill('Gladly.');
    await page.getByLabel('Your message').press('Control+Enter');
    await expect(messagesOn(page).last()).toContainText('Gladly.');
    await field.fill('');
    await expect(page).toHaveURL(new RegExp(`${conversationId}$`));
    // The first time away from the open conversation, the second time from the list alone.
    for (const _ of [1, 2]) {
      await field.fill('nobody');
      await page.getByRole('link', { name: 'Show all conversations' }).click();
      await expect(page.getByRole('link', { name: /Maya Torres/ })).toBeVisible();
    }
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
  });

  await test.step('the conversation opens at an old message that was found', async () => {
    await server.database.asService.query({
      text: `insert into public.messages (conversation_id, sender_id, body, created_at)
        select $1, $2, case n when 0 then 'The denials of spring.' else 'Word ' || n end,
          now() - interval '1 day' + n * interval '1 minute' from generate_series(0, 120) as n`,
      values: [conversationId, member.id],
    });
    const field = page.getByRole('searchbox', { name: 'Search your conversations' });
    await field.fill('spring DENIAL');
    await page.getByRole('link', { name: /Maya Torres.*The denials of spring/ }).click();
    const found = messagesOn(page).filter({ hasText: 'The denials of spring.' });
    await expect(found.locator('mark')).toHaveText(['denial', 'spring']);
    await expect(found.locator('[tabindex]')).toBeFocused();
    await expect(found.locator('mark').first()).toBeInViewport();
    await expect(messagesOn(page).last()).not.toBeInViewport();
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await expect(found.locator('mark').first()).toBeInViewport();
    await page.getByRole('button', { name: 'Newest messages' }).click();
    await expect(messagesOn(page).last()).toBeInViewport();
    await expect(messagesOn(page).last()).toContainText('Gladly.');
    await page.goBack();
    await expect(page).toHaveURL(/\/messages\?q=spring\+DENIAL$/);
    await expect(field).toHaveValue('spring DENIAL');
    await field.fill('');
  });

  await test.step('the candidate archives it and takes it back', async () => {
    // An archive that was seen empty is not shown as empty once something has been put there.
    await page.getByRole('link', { name: 'Archived' }).click();
    await expect(page.getByText('Nothing archived')).toBeVisible();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('link', { name: /Maya Torres/ }).click();
    const answer = Promise.withResolvers<void>();
    await page.route('**/rpc/list_conversations', async (route) => {
      if (route.request().postDataJSON()?.archived) await answer.promise;
      await route.continue();
    });
    await choose(page, 'Archive');
    await expect(toastOf(page, 'Conversation archived')).toBeVisible();
    await expect(page.getByText('Nothing in your inbox')).toBeVisible();
    answer.resolve();
    await page.goto(`${server.url}/messages`);
    await expect(page.getByText('Nothing in your inbox')).toBeVisible();
    await expect(page.getByText('No messages yet')).toHaveCount(0);
    await page.getByRole('link', { name: 'Archived' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
    await page.getByRole('link', { name: /Maya Torres/ }).click();
    await choose(page, 'Unarchive');
    await expect(page.getByText('Nothing archived')).toBeVisible();
  });

  await test.step('the member has begun to write, and is shown nothing new before it is sent', async () => {
    await member.page.getByLabel('Your message').fill('When on Monday?');
    await member.page.route('**/rpc/list_conversations', (route) => route.abort());
  });

  await test.step('the candidate reports, and blocks', async () => {
    await choose(page, 'Report');
    const dialog = page.getByRole('dialog', { name: 'Report this conversation' });
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByText('Say what is wrong')).toBeVisible();
    await dialog.getByLabel('What is wrong?').fill('Asks for money');
    await page.reload();
    await choose(page, 'Report');
    await expect(dialog.getByLabel('What is wrong?')).toHaveValue('Asks for money');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(toastOf(page, 'Report sent')).toBeVisible();
    await choose(page, 'Block');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    await expect(page.getByText('You have blocked this person.')).toBeVisible();
  });

  await test.step('the member can write no more, but still reads what was typed', async () => {
    await member.page.getByRole('button', { name: 'Send', exact: true }).click();
    await member.page.unroute('**/rpc/list_conversations');
    const closed = member.page.getByText('You can no longer write in this conversation.');
    await expect(closed).toBeVisible();
    await expect(member.page.getByText('Not sent: When on Monday?')).toBeVisible();
    expect(await findBarriers(member.page)).toEqual([]);
  });

  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByLabel('Your message')).toBeVisible();
  await page.getByRole('switch', { name: 'Email me about new messages' }).uncheck();
  await page.goto(`${server.url}/messages`);
  await expect(page.getByRole('switch', { name: 'Email me about new messages' })).not.toBeChecked();
  expect(candidate.complaints).toEqual([]);
  await member.page.close();
});

test('two people see each other write, even after the connection was lost', async ({
  page,
  browser,
  server,
}) => {
  const member = await enter(server, await browser.newPage());
  const candidate = await enter(server, page);
  await subscribe(server.database, member.id);
  await becomeKnown(server.database, member.id);
  const { conversationId } = await write(server, member.token, await publish(server, candidate.id));
  const sockets: WebSocketRoute[] = [];
  let isCut = false;
  await page.routeWebSocket('**/realtime/v1/websocket**', (route) => {
    if (isCut) return route.close();
    route.connectToServer();
    sockets.push(route);
  });
  const [one, other] = [page, member.page];
  for (const each of [one, other]) await each.goto(`${server.url}/messages/${conversationId}`);
  const [ofOne, ofOther] = [one.getByLabel('Your message'), other.getByLabel('Your message')];
  const typist = one.getByText('Maya Torres is typing…');

  await test.step('what one writes, the other sees at once, and may answer', async () => {
    await ofOne.fill('Yes, gladly.');
    await ofOne.press('Control+Enter');
    await expect(messagesOn(other)).toHaveCount(2);
    await expect(async () => {
      await ofOther.press('e');
      await expect(typist).toBeVisible({ timeout: 500 });
    }).toPass();
    await ofOther.fill('On Monday?');
    await ofOther.press('Control+Enter');
    await expect(messagesOn(one)).toHaveCount(3);
    await expect(typist).toHaveCount(0);
  });

  await test.step('without the connection it arrives all the same', async () => {
    isCut = true;
    for (const socket of sockets) await socket.close();
    await ofOne.fill('At nine.');
    await ofOne.press('Control+Enter');
    await expect(messagesOn(other)).toHaveCount(4);
    await ofOther.fill('Good.');
    await ofOther.press('Control+Enter');
    await expect(messagesOn(one)).toHaveCount(5);
  });

  await test.step('and when it is back, typing is shown again', async () => {
    isCut = false;
    await ofOne.fill('See you.');
    await ofOne.press('Control+Enter');
    await expect(messagesOn(other)).toHaveCount(6);
    await expect(async () => {
      await ofOther.press('e');
      await expect(typist).toBeVisible({ timeout: 500 });
    }).toPass();
  });

  await test.step('unless that is turned off', async () => {
    await one.getByRole('switch', { name: 'Show when I am typing' }).uncheck();
    await expect(typist).toHaveCount(0);
  });
  await member.page.close();
});

async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: 'More for this conversation' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}
