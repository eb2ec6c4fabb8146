import { expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { readConversations } from './conversation.ts';
import { readAround, readMessages } from './use-thread.ts';

const { actors, database } = await openTestApi();
const { candidate, send } = createCandidates(actors);
const hello = 'Good morning, we look for a CDI specialist.';

it('a full page of messages offers earlier ones only where there are some', async () => {
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
  const before = more.messages[0]?.created_at;
  const earlier = await readMessages(person.client, id, { before });
  expect(earlier).toMatchObject({ messages: [{ body: hello }], hasEarlier: false });
  // What a search has found far back is read with what leads up to it, and with all that came since.
  await write(200);
  const { messages } = await readAround(person.client, id, earlier.messages[0]?.created_at ?? '');
  expect([messages.length, messages[0]?.body]).toEqual([251, hello]);
  const inside = await readAround(person.client, id, messages[60]?.created_at ?? '');
  expect(inside).toMatchObject({ hasEarlier: true, messages: messages.slice(10) });
});

it('a full page of conversations offers more only where there are some', async () => {
  const person = await candidate();
  const begin = (count: number) =>
    database.asService.query({
      text: `insert into public.conversations (candidate_id, member_name, candidate_headline, last_message_at)
        select $1, 'Member ' || n, 'Coder', now() - n * interval '1 hour' from generate_series(1, $2) as n`,
      values: [person.id, count],
    });
  const read = (before?: string) => readConversations({ isArchived: false }, before, person.client);
  await begin(30);
  const full = await read();
  expect([full.conversations.length, full.hasMore]).toEqual([30, false]);
  await begin(1);
  const more = await read();
  expect([more.conversations.length, more.hasMore]).toEqual([30, true]);
  const behind = await read(more.conversations.at(-1)?.lastAt);
  expect([behind.conversations.length, behind.hasMore]).toEqual([1, false]);
});
