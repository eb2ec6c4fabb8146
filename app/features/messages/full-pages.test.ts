import { expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { type Conversation, readConversations, type View } from './conversation.ts';
import { momentIn, readAround, readMessages } from './use-thread.ts';

const { actors, database } = await openTestApi();
const { candidate, send } = createCandidates(actors);
const hello = 'Good morning, we look for a CDI specialist.';

it('a full page of messages offers earlier ones only if there are some', async () => {
  const [member, person] = [await actors.member(), await candidate()];
  const { conversationId: id } = await send(member, person, hello);
  const write = (count: number) =>
    database.asService.query({
      text: `insert into public.messages (conversation_id, sender_id, body, created_at)
        select $1, $2, 'Word ' || n, now() + n * interval '1 second' from generate_series(1, $3) as n`,
      values: [id, member.id, count],
    });
  await write(49);
  const full = await readMessages(person.client, id);
  expect([full.messages.length, full.hasEarlier]).toEqual([50, false]);
  expect(full.messages[0]?.body).toBe(hello);
  await write(1);
  const more = await readMessages(person.client, id);
  expect([more.messages.length, more.hasEarlier]).toEqual([50, true]);
  const earlier = await readMessages(person.client, id, { before: more.messages[0] });
  expect(earlier).toMatchObject({ messages: [{ body: hello }], hasEarlier: false });
  // A match far back is loaded with the messages before it and all that came since.
  await write(200);
  const { messages } = await readAround(person.client, id, earlier.messages[0]?.created_at ?? '');
  expect([messages.length, messages[0]?.body]).toEqual([251, hello]);
  const inside = await readAround(person.client, id, messages[60]?.created_at ?? '');
  expect(inside).toMatchObject({ hasEarlier: true, messages: messages.slice(10) });

  // A truncated or invented address opens the conversation as it is.
  const moment = inside.messages.at(-1)?.created_at ?? '';
  expect(momentIn(moment)).toBe(moment);
  for (const text of [
    null,
    '',
    'x',
    moment.slice(0, 12),
    '2026-02-30T00:00:00+00:00',
    '2026-13',
    '0000',
  ]) {
    expect(momentIn(text)).toBeUndefined();
  }

  await database.asService.query({
    text: 'delete from public.messages where id = any ($1)',
    values: [messages.slice(51).map((each) => each.id)],
  });
  await database.asService.query({
    text: 'update public.messages set created_at = now() where conversation_id = $1',
    values: [id],
  });
  const newest = await readMessages(person.client, id);
  const last = await readMessages(person.client, id, { before: newest.messages[0] });
  const ids = [newest, last].flatMap(({ messages }) => messages.map((each) => each.id));
  expect([ids.length, new Set(ids).size]).toEqual([51, 51]);
});

it('a full page of conversations offers more only if there are some', async () => {
  const person = await candidate();
  const begin = (count: number) =>
    database.asService.query({
      text: `insert into public.conversations (candidate_id, member_name, candidate_headline, last_message_at)
        select $1, 'Member ' || n, 'Coder', now() - n * interval '1 hour' from generate_series(1, $2) as n`,
      values: [person.id, count],
    });
  const read = (before?: Conversation, view: View = { isArchived: false }) =>
    readConversations(view, before, person.client);
  await begin(30);
  const full = await read();
  expect([full.conversations.length, full.hasMore]).toEqual([30, false]);
  await begin(1);
  const more = await read();
  expect([more.conversations.length, more.hasMore]).toEqual([30, true]);
  const behind = await read(more.conversations.at(-1));
  expect([behind.conversations.length, behind.hasMore]).toEqual([1, false]);

  // All with the same time, as after an import: each is on exactly one page, of the list and of the search.
  await database.asService.query({
    text: 'update public.conversations set last_message_at = now() where candidate_id = $1',
    values: [person.id],
  });
  for (const view of [{ isArchived: false }, { sought: 'member' }]) {
    const first = await read(undefined, view);
    const second = await read(first.conversations.at(-1), view);
    const ids = [first, second].flatMap(({ conversations }) => conversations.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([31, 31]);
  }
});
