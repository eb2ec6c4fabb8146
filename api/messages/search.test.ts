import { expect, it } from 'vitest';
import { readConversations } from '#app/features/messages/conversation.ts';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, post, bugs } = await openTestApi();
const { founder, join } = createTeams({ actors, database, post });
const { candidate, send, reply } = createCandidates(actors);

const find = async (who: Actor, q: string) =>
  ((await who.client.rpc('search_conversations', { q })).data ?? []).map(
    ({ other_name, found }) => found ?? other_name,
  );

it('conversations are found by names, by words in messages, and by combinations, whoever reads them', async () => {
  const admin = await founder('Zoë Founder');
  const other = await join(admin, 'Lee Colleague');
  const viewer = await join(admin, 'Vic Viewer', 'viewer');
  const [coder, nurse] = [
    await candidate({ headline: 'Inpatient Coder' }),
    await candidate({ headline: 'Nurse Auditor' }),
  ];
  const asked = 'Good morning, have you worked on payer denials?';
  const { conversationId } = await send(admin, coder, asked);
  await send(admin, nurse, 'Good morning, we look for an auditor.');
  const answer = 'Yes: my résumé says so (2019–2023).';
  await reply(coder, conversationId, answer);

  // Finds the newest message that contains it, and the name if that matches.
  expect(await find(admin, 'DENIAL')).toEqual([asked]);
  expect(await find(admin, 'resume')).toEqual([answer]);
  expect(await find(admin, 'good')).toEqual([asked, 'Good morning, we look for an auditor.']);
  expect(await find(admin, 'good denials')).toEqual([asked]);
  expect(await find(admin, 'inpat denials')).toEqual([asked]);
  expect(await find(admin, 'nurse')).toEqual(['Nurse Auditor']);
  // Only the first six words count, in the order in which they were typed.
  expect(await find(admin, 'you worked on payer payer denials good aaa')).toEqual([asked]);
  expect(await find(admin, 'zzz you worked on payer denials good')).toEqual([]);
  for (const none of [
    'enials',
    'nurse denials',
    'resume denials',
    '',
    '…',
    "'; drop",
    '%',
    '\\',
    'a'.repeat(3_000),
  ])
    expect([none, await find(admin, none)]).toEqual([none, []]);

  // It follows the permissions: a colleague who may read the messages, the other side, and nobody else.
  expect(await find(other, 'denials')).toEqual([asked]);
  expect(await find(viewer, 'denials')).toEqual([]);
  expect(await find(nurse, 'denials')).toEqual([]);
  expect(await find(await actors.signedIn(), 'good')).toEqual([]);
  expect(
    (await actors.anonymous.client.rpc('search_conversations', { q: 'good' })).error,
  ).toBeTruthy();
  expect(await find(coder, 'zoe')).toEqual(['Zoë Founder']);
  // Their own name is not part of what they can search.
  expect(await find(coder, 'inpatient')).toEqual([]);

  // In the archive too, and page by page.
  await admin.client.rpc('archive_conversation', { conversation: conversationId });
  expect(await find(admin, 'denials')).toEqual([asked]);
  const { conversations } = await readConversations({ sought: 'good' }, undefined, admin.client);
  expect(conversations.map(({ isArchived }) => isArchived)).toEqual([true, false]);
  const behind = await readConversations({ sought: 'good' }, conversations[0], admin.client);
  expect(behind).toMatchObject({ conversations: [{ found: { isMine: true } }], hasMore: false });

  // A message may be one word of 2,000 letters, which is more than an index entry can hold.
  expect(await reply(admin, conversationId, '漢'.repeat(2_000))).toMatchObject({ success: true });
  await admin.client.rpc('leave_company', { company: admin.company, person: other.id });
  expect(await find(other, 'denials')).toEqual([]);
  expect(bugs).toEqual([]);
});
