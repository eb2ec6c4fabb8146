import { expect, test } from '../support/browser.ts';
import { becomeKnown, subscribe } from '../support/employers.ts';
import { messagesOn, publish, write } from '../support/messages-on-screen.ts';
import { callAuth, enter, newPerson } from '../support/people-on-screen.ts';

test('on a phone the list and the conversation are two screens', async ({
  page,
  server,
  browserName,
}) => {
  const session = await callAuth(
    server.url,
    '/token?grant_type=password',
    await newPerson(server.url),
  );
  const member = { id: String(session.user.id), token: String(session.access_token) };
  const candidate = await enter(server, page);
  await subscribe(server.database, member.id);
  await becomeKnown(server.database, member.id);
  const { conversationId } = await write(server, member.token, await publish(server, candidate.id));
  await server.database.asService.query({
    text: `insert into public.messages (conversation_id, sender_id, body, created_at)
      select $1, $2, 'Earlier ' || n, now() - n * interval '1 hour' from generate_series(1, 60) as n`,
    values: [conversationId, member.id],
  });
  await page.setViewportSize({ width: 375, height: 760 });
  await page.goto(`${server.url}/messages/${conversationId}`);
  await expect(messagesOn(page)).toHaveCount(50);
  await expect(messagesOn(page).last()).toBeInViewport();
  await page.getByRole('button', { name: 'Load earlier messages' }).click();
  await expect(messagesOn(page)).toHaveCount(61);
  await expect(page.getByRole('link', { name: 'Inbox' })).toBeHidden();
  // At a zoom of 400% the messages keep a usable height, and print shows everything that is loaded.
  const shown = page.locator('.messages-scroll');
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await shown.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(190);
  // Firefox has no command for it.
  if (browserName === 'chromium') {
    await page.emulateMedia({ media: 'print' });
    expect(await shown.evaluate((all) => all.scrollHeight - all.clientHeight)).toBe(0);
    await page.emulateMedia({ media: null });
  }
  await page.setViewportSize({ width: 375, height: 760 });
  await page.bringToFront();
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Maya Torres/ })).toBeFocused();

  // Live updates would load them as soon as they connect.
  await page.routeWebSocket('**/realtime/v1/websocket**', (route) => route.close());
  await page.route('**/rpc/list_conversations', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your messages could not be loaded');
  await page.unroute('**/rpc/list_conversations');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: /Maya Torres/ })).toBeVisible();
  await page.goto(`${server.url}/messages/${crypto.randomUUID()}`);
  await expect(page.getByText('This conversation is not available')).toBeVisible();
});
