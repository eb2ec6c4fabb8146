import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates, type Person } from '#test/support/candidates.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, post, bugs } = await openTestApi();
const { candidate, send, reply, messagesOf } = createCandidates(actors);
const hello = 'Good morning, we look for a CDI specialist.';

const list = async (person: Actor, args = {}) =>
  (await person.client.rpc('list_conversations', args)).data ?? [];
const unread = async (person: Actor) => (await person.client.rpc('unread_messages')).data;
async function mailsTo(person: Person) {
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from private.accounts where id = $1',
    values: [person.id],
  });
  return post.sentTo(rows[0]?.email ?? '');
}

describe('who may write', () => {
  it('nobody without an account, a membership, or access to the profile', async () => {
    const person = await candidate();
    const hidden = await candidate({ public_profile: false });
    const [member, stranger] = [await actors.member(), await actors.signedIn()];
    const expired = await actors.member(new Date(Date.now() - 7_200_000));
    expect(await send(actors.anonymous, person, hello)).toEqual({
      status: 401,
      code: 'no_authorization',
      error: 'You must be logged in to contact candidates',
    });
    for (const poor of [stranger, expired]) {
      for (const target of [person, hidden, { profileId: crypto.randomUUID() }]) {
        expect(await send(poor, target, hello)).toMatchObject({
          status: 403,
          code: 'membership_needed',
        });
      }
    }
    const invented = await send(member, { profileId: crypto.randomUUID() }, hello);
    expect(invented).toMatchObject({ status: 404, code: 'candidate_not_found' });
    expect(await send(member, hidden, hello)).toEqual(invented);
    expect(await list(person)).toEqual([]);
  });

  it('nobody to themselves', async () => {
    const member = await actors.member();
    await member.client
      .from('candidate_profiles')
      .insert({ user_id: member.id, headline: 'Coder', public_profile: true });
    const answer = await send(member, { profileId: member.id }, hello);
    expect(answer).toMatchObject({ code: 'candidate_not_found' });
  });

  it('a member only while the membership and the profile exist', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    await reply(person, conversationId, 'Yes, please.');
    await person.client
      .from('candidate_profiles')
      .update({ public_profile: false })
      .eq('user_id', person.id);
    const closed = { status: 403, code: 'conversation_closed' };
    expect(await reply(member, conversationId, 'When?')).toMatchObject(closed);
    expect(await messagesOf(member, conversationId)).toHaveLength(2);
    await person.client
      .from('candidate_profiles')
      .update({ public_profile: true })
      .eq('user_id', person.id);
    await endMembership(member);
    expect(await reply(member, conversationId, 'When?')).toMatchObject(closed);
    expect(await reply(person, conversationId, 'Still there?')).toMatchObject({ status: 200 });
  });

  it('a stranger can neither read nor write in other people’s conversations', async () => {
    const [member, person, stranger] = [
      await actors.member(),
      await candidate(),
      await actors.member(),
    ];
    const { conversationId } = await send(member, person, hello);
    const { conversationId: own } = await send(stranger, person, hello);
    await reply(person, own, 'Gladly.');
    expect(await reply(stranger, conversationId, 'Me too')).toEqual(
      await reply(stranger, crypto.randomUUID(), 'Me too'),
    );
    expect(await messagesOf(stranger, conversationId)).toEqual([]);
    for (const name of [
      'block_conversation',
      'mark_conversation_read',
      'archive_conversation',
    ] as const) {
      expect((await stranger.client.rpc(name, { conversation: conversationId })).error).toBeNull();
    }
    const { error } = await stranger.client
      .from('message_reports')
      .insert({ conversation_id: conversationId, reporter_id: stranger.id, reason: 'x' });
    expect(error?.code).toBe('42501');
    expect([await unread(person), await unread(stranger)]).toEqual([1, 1]);
    expect(await list(stranger)).toMatchObject([{ id: own }]);
    const { rows } = await database.asService.query({
      text: 'select from public.blocks where blocker_id = $1',
      values: [stranger.id],
    });
    expect(rows).toEqual([]);
  });
});

describe('the limits against abuse', () => {
  it('a second unanswered message is refused, and allowed after the answer', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    const refused = {
      status: 409,
      code: 'message_unanswered',
      error:
        'You have already written to this person, or your team has. You can write again as soon as they answer.',
    };
    expect(await send(member, person, `${hello} Really.`)).toEqual(refused);
    expect(await reply(member, conversationId, 'And?')).toEqual(refused);
    await reply(person, conversationId, 'Yes.');
    await reply(person, conversationId, 'Twice is fine for me.');
    expect(await send(member, person, `${hello} Good.`)).toMatchObject({ status: 200 });
    expect(await messagesOf(person, conversationId)).toHaveLength(4);
  });

  it('at home, where nobody is flooded, a member may write again before an answer, and is told so', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const keep = (limits: string) =>
      database.asService.query({
        text: 'select private.write_settings($1)',
        values: [JSON.stringify({ message_limits: limits })],
      });
    await keep('wide');
    const { conversationId } = await send(member, person, hello);
    expect(await send(member, person, `${hello} Really.`)).toMatchObject({ status: 200 });
    expect(await reply(member, conversationId, 'And?')).toMatchObject({ status: 200 });
    expect(await list(member)).toMatchObject([{ is_my_turn: true }]);
    const others = await Promise.all(Array.from({ length: 26 }, () => candidate()));
    for (const other of others) {
      expect(await send(member, other, hello)).toMatchObject({ status: 200 });
    }
    await keep('usual');
    expect(await reply(member, conversationId, 'Anybody there?')).toMatchObject({ status: 409 });
    expect((await list(member)).find(({ id }) => id === conversationId)?.is_my_turn).toBe(false);
  });

  it('25 new conversations a day, even if all are started at once', async () => {
    const member = await actors.member();
    const people = await Promise.all(Array.from({ length: 30 }, () => candidate()));
    const answers = await Promise.all(people.map((person) => send(member, person, hello)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(25).fill(200), ...Array(5).fill(429)]);
    expect(answers.find(({ status }) => status === 429)).toMatchObject({
      code: 'too_many_conversations',
    });
    expect(await list(member)).toHaveLength(25);
    const answered = answers.find(({ status }) => status === 200);
    const [someone] = people.filter((_, place) => answers[place] === answered);
    if (!someone) throw new Error('Nobody was written to.');
    await reply(someone, answered.conversationId, 'Yes.');
    expect(await send(member, someone, 'Then let us talk.')).toMatchObject({ status: 200 });
    await database.asService.query({
      text: `update public.conversations set started_at = started_at - interval '1 day'
        where member_id = $1`,
      values: [member.id],
    });
    const late = people.find((_, place) => answers[place].status === 429);
    expect(late && (await send(member, late, hello))).toMatchObject({ status: 200 });
  });

  it('200 messages a day', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    await database.asService.query({
      text: `insert into public.messages (conversation_id, sender_id, body)
        select $1, $2, 'Message ' || n from generate_series(1, 199) as n`,
      values: [conversationId, person.id],
    });
    expect(await reply(person, conversationId, 'The 200th')).toMatchObject({ status: 200 });
    expect(await reply(person, conversationId, 'One more')).toMatchObject({
      status: 429,
      code: 'too_many_messages',
    });
  });
});

describe('blocking', () => {
  it('ends writing in both directions and hides the profile', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    const sees = async () =>
      (await member.client.from('candidate_profiles').select('id').eq('id', person.profileId)).data
        ?.length;
    expect(await sees()).toBe(1);
    await person.client.rpc('block_conversation', { conversation: conversationId });
    await person.client.rpc('block_conversation', { conversation: conversationId });
    expect(await sees()).toBe(0);
    expect(await list(person)).toMatchObject([{ is_blocked_by_me: true }]);
    expect(await list(member)).toMatchObject([{ is_blocked_by_me: false, profile_id: null }]);
    expect(await send(member, person, hello.repeat(2))).toMatchObject({
      code: 'candidate_not_found',
    });
    for (const one of [member, person]) {
      expect(await reply(one, conversationId, 'Hello?')).toMatchObject({
        code: 'conversation_closed',
      });
    }
    expect((await member.client.from('blocks').select('blocked_id')).data).toEqual([]);
    await person.client.from('blocks').delete().eq('blocked_id', member.id);
    expect(await sees()).toBe(1);
    expect(await reply(person, conversationId, 'We can talk again.')).toMatchObject({
      status: 200,
    });
  });

  it('by the member works as well', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    await member.client.rpc('block_conversation', { conversation: conversationId });
    expect(await reply(person, conversationId, 'Yes.')).toMatchObject({
      code: 'conversation_closed',
    });
    expect(await send(member, person, 'Something else.')).toMatchObject({
      code: 'conversation_closed',
    });
  });

  it('before the email is sent stops the email', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    await person.client.rpc('block_conversation', { conversation: conversationId });
    expect(await mailsTo(person)).toEqual([]);
  });
});

async function endMembership({ id }: Person) {
  await database.asService.query({
    text: `update public.subscriptions set current_period_end = now() - interval '2 hours'
      where user_id = $1`,
    values: [id],
  });
}

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
