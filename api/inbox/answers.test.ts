import { describe, expect, it } from 'vitest';
import { type ApplicationDetail, lastAnswerOf } from '#app/features/inbox/detail.ts';
import type { Actor } from '#test/support/actors.ts';
import { createCompanies } from '#test/support/applications.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, asAdmin, bugs } = await openTestApi();
const { company, application, stored, events } = createCompanies(actors, database);
const { candidate, invoke, reply } = createCandidates(actors);

/** The queued emails about applications. */
async function mailsFor(ids: string[]) {
  const found: string[] = [];
  await asAdmin(async (client) => {
    const { rows } = await client.query<{ application: string }>(
      `select payload ->> 'applicationId' as application from graphile_worker._private_jobs as j
        join graphile_worker._private_tasks as t on t.id = j.task_id
        where t.identifier = 'application-mail'`,
    );
    found.push(...rows.map(({ application }) => application));
  });
  return found.filter((id) => ids.includes(id));
}
describe('writing to an applicant', () => {
  it('needs no membership, continues in the conversation, and is answered there', async () => {
    const ours = await company();
    const person = await candidate({ public_profile: false });
    const id = await application(ours, { applicant_id: person.id, name: 'Ana' });
    const body = { applicationId: id, message: 'When can you come?' };
    const first = await invoke(ours.admin, 'message-applicant', body);
    expect(first).toMatchObject({ status: 200 });
    expect((await stored(id))?.answered_at).not.toBeNull();
    expect(await reply(ours.admin, first.conversationId, 'Or call?')).toMatchObject({
      status: 200,
    });
    expect(await reply(person, first.conversationId, 'Tuesday.')).toMatchObject({ status: 200 });
    const talks = async () => (await ours.admin.client.rpc('list_conversations', {})).data;
    const applied = { is_applicant: true, is_my_turn: true, profile_id: null };
    expect(await talks()).toMatchObject([
      { ...applied, other_name: 'Ana', last_message: 'Tuesday.' },
    ]);
    await reply(ours.admin, first.conversationId, 'At nine?');
    expect(await talks()).toMatchObject([{ ...applied, last_message: 'At nine?' }]);
    expect((await person.client.rpc('list_conversations', {})).data).toMatchObject([
      { is_applicant: false },
    ]);
    await database.asService.query({
      text: 'delete from public.company_members where user_id = $1',
      values: [(await ours.join('recruiter')).id],
    });
    await database.asService.query({
      text: `update public.applications set state = 'withdrawn' where id = $1`,
      values: [id],
    });
    expect(await reply(ours.admin, first.conversationId, 'And?')).toMatchObject({
      code: 'conversation_closed',
    });
    expect(await talks()).toMatchObject([{ is_applicant: false, is_my_turn: false }]);
    // Where the application is open, the error is about it.
    expect(await invoke(ours.admin, 'message-applicant', body)).toMatchObject({
      error: expect.stringContaining('the application was taken back'),
    });
  });

  it('goes to a guest by email, once, and counts as the answer', async () => {
    const ours = await company();
    const id = await application(ours);
    const body = { applicationId: id, message: 'When can you come?' };
    const answers = await Promise.all(
      [1, 2].map(() => invoke(ours.admin, 'message-applicant', body)),
    );
    expect(answers).toMatchObject([
      { status: 200, conversationId: null },
      { status: 200, conversationId: null },
    ]);
    expect(await events(id)).toMatchObject([{ kind: 'message', words: 'When can you come?' }]);
    expect(await mailsFor([id])).toHaveLength(1);
    expect((await stored(id))?.answered_at).not.toBeNull();
  });

  it('who was a guest continues in a conversation once they have an account with the same address', async () => {
    const ours = await company();
    const email = `${crypto.randomUUID()}@people.example`;
    const id = await application(ours, { email });
    const body = { applicationId: id, message: 'When can you come?' };
    await invoke(ours.admin, 'message-applicant', body);
    const person = await actors.signedIn(email, { isProved: false });
    await person.client.rpc('own_applications');
    expect((await person.client.rpc('list_conversations', {})).data).toEqual([]);
    await database.asService.query({
      text: 'update auth.users set email_proved_at = now() where id = $1',
      values: [person.id],
    });
    await person.client.rpc('own_applications');
    const { data } = await person.client.rpc('list_conversations', {});
    expect(data).toMatchObject([
      { last_message: 'When can you come?', unread: 1, side: 'candidate', is_my_turn: true },
    ]);
    const conversation = data?.[0]?.id ?? '';
    expect(await reply(person, conversation, 'On Monday.')).toMatchObject({ success: true });
    expect((await ours.admin.client.rpc('list_conversations', {})).data).toMatchObject([
      { id: conversation, last_message: 'On Monday.', side: 'member' },
    ]);
    // Asking again adds nothing.
    await person.client.rpc('own_applications');
    const { data: messages } = await person.client.from('messages').select('body');
    expect(messages).toHaveLength(2);
  });

  it('never reconnects a guest who now has an account with somebody who has left the company', async () => {
    const ours = await company();
    const former = await ours.join('recruiter');
    const email = `${crypto.randomUUID()}@people.example`;
    const id = await application(ours, { email });
    await invoke(former, 'message-applicant', { applicationId: id, message: 'Hello from me.' });
    await database.asService.query({
      text: 'delete from public.company_members where user_id = $1',
      values: [former.id],
    });
    const person = await actors.signedIn(email);
    expect((await person.client.rpc('own_applications')).data).toHaveLength(1);
    expect((await person.client.rpc('list_conversations', {})).data).toEqual([]);
  });

  it('continues in the team’s conversation if only one member is left', async () => {
    const ours = await company();
    const former = await ours.join('recruiter');
    const person = await candidate({ public_profile: false });
    const applicationId = await application(ours, { applicant_id: person.id });
    const write = (who: Actor, message: string) =>
      invoke(who, 'message-applicant', { applicationId, message });
    const { conversationId } = await write(former, 'When can you come?');
    await database.asService.query({
      text: 'delete from public.company_members where user_id = $1',
      values: [former.id],
    });
    expect(await write(ours.admin, 'I take over.')).toMatchObject({ conversationId });
    expect((await person.client.rpc('list_conversations', {})).data).toHaveLength(1);
  });

  it('is reported to the second of two who answer at once, and works once they have read the first', async () => {
    const ours = await company();
    const other = await ours.join('recruiter');
    const person = await candidate({ public_profile: false });
    const guest = await application(ours);
    const member = await application(ours, { applicant_id: person.id });
    const read = async (id: string) => {
      const { data } = await ours.admin.client.rpc('read_application', { application: id });
      return lastAnswerOf(data as ApplicationDetail);
    };
    for (const id of [guest, member]) {
      const seenAt = await read(id);
      const write = (who: Actor, message: string, more = {}) =>
        invoke(who, 'message-applicant', { applicationId: id, message, ...more });
      const both = await Promise.all([
        write(ours.admin, 'Come on Monday.', { seenAt }),
        write(other, 'We have decided.', { seenAt }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)).toMatchObject({
        code: 'colleague_answered',
      });
      expect(await events(id)).toHaveLength(1);
      // The answer to the first one was lost: sending it again does not add a second one.
      const first = both[0]?.status === 200 ? ours.admin : other;
      const again = first === other ? 'We have decided.' : 'Come on Monday.';
      expect(await write(first, again, { seenAt })).toMatchObject({ status: 200 });
      expect(await events(id)).toHaveLength(1);
      const second = first === other ? ours.admin : other;
      expect(await write(second, 'Both, then.', { seenAt: await read(id) })).toMatchObject({
        status: 200,
      });
      expect(await events(id)).toHaveLength(2);
      // Somebody who has read both can continue, whoever wrote first.
      expect(await write(first, 'At nine, then.', { seenAt: await read(id) })).toMatchObject({
        status: 200,
      });
    }
    for (const seenAt of ['0000-01-01T00:00:00Z', '2026-01-01T00:00:00+16:00']) {
      expect(
        await invoke(other, 'message-applicant', { applicationId: guest, message: 'Hi', seenAt }),
      ).toMatchObject({ status: 400 });
    }
    // The same under Messages.
    const { data: talks } = await other.client.rpc('list_conversations', {});
    const talk = talks?.[0]?.id ?? '';
    const { data: last } = await other.client
      .from('messages')
      .select('created_at')
      .order('created_at', { ascending: false })
      .limit(1)
      .single();
    const seenAt = last?.created_at;
    const answers = await Promise.all([
      reply(ours.admin, talk, 'At nine.', { seenAt }),
      reply(other, talk, 'At ten.', { seenAt }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is refused if the applicant has blocked the writer', async () => {
    const ours = await company();
    const person = await actors.signedIn();
    const id = await application(ours, { applicant_id: person.id });
    await database.asService.query({
      text: 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)',
      values: [person.id, ours.admin.id],
    });
    const body = { applicationId: id, message: 'Hello?' };
    expect(await invoke(ours.admin, 'message-applicant', body)).toMatchObject({
      code: 'conversation_closed',
    });
    expect((await stored(id))?.answered_at).toBeNull();
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
