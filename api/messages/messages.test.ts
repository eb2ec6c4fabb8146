import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates, type Person } from '#test/support/candidates.ts';
import { passDay } from '#test/support/employers.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, post, bugs } = await openTestApi();
const { candidate, send, reply, messagesOf } = createCandidates(actors);
const hello = 'Good morning, we look for a CDI specialist.';

const list = async (person: Actor, args = {}) =>
  (await person.client.rpc('list_conversations', args)).data ?? [];
const unread = async (person: Actor) => (await person.client.rpc('unread_messages')).data;
async function nameEmployer(person: Person, name: string, company: string) {
  await database.asService.query({
    text: `update auth.users set raw_user_meta_data = jsonb_build_object('full_name', $2::text)
      where id = $1`,
    values: [person.id, name],
  });
  await person.client.from('employers').upsert({ user_id: person.id, company });
  await passDay(database, person);
}

async function mailsTo(person: Person) {
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from auth.users where id = $1',
    values: [person.id],
  });
  return post.sentTo(rows[0]?.email ?? '');
}

describe('somebody who uses the company’s name', () => {
  const ours = 'Cаrоlinа Health A1 Support';

  it('appears as a member or a candidate to the people they write to', async () => {
    const member = await actors.member();
    const person = await candidate({ headline: 'Carolina Health AI Support' });
    // As a sign-in provider might state it.
    await nameEmployer(member, ours, 'Practice');
    const { conversationId } = await send(member, person, hello);
    expect(await list(person)).toMatchObject([{ other_name: 'A member' }]);
    await reply(person, conversationId, 'Gladly.');
    expect(await list(member)).toMatchObject([{ other_name: 'A candidate' }]);
    await database.asService.query({
      text: `update auth.users set raw_user_meta_data = jsonb_build_object('full_name', $2::text) where id = $1`,
      values: [person.id, ours],
    });
    await reply(person, conversationId, 'Under a name of their provider.');
    expect(await list(member)).toMatchObject([{ other_name: 'A candidate' }]);
    await reply(member, conversationId, 'An earlier name stands in it.');
    await database.asService.query({
      text: `update public.conversations set member_name = $2, member_company = $2 where id = $1`,
      values: [conversationId, ours],
    });
    for (const mail of await mailsTo(person)) expect(mail.text).not.toContain(ours);
  });

  it('cannot state a company of that name either', async () => {
    const member = await actors.member();
    const { error } = await member.client
      .from('employers')
      .upsert({ user_id: member.id, company: 'Carolina Health Al' });
    expect(error?.message).toBe('This is our own name. Enter the company you hire for.');
  });
});

describe('a message to a candidate', () => {
  it('is stored, counted as unread, and sent in an email that reveals no address', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    await nameEmployer(member, 'Kim <b>Lee</b>', 'Acme & Co');
    const words = 'Line one.\n<script>alert(1)</script> & "two"\n  مرحبا';
    const sent = await send(member, person, `  ${words}  `);
    expect(sent).toMatchObject({ status: 200, success: true });
    expect(await messagesOf(person, sent.conversationId)).toEqual([words]);
    expect([await unread(person), await unread(member)]).toEqual([1, 0]);
    expect(await list(person)).toMatchObject([
      {
        id: sent.conversationId,
        side: 'candidate',
        other_name: 'Kim <b>Lee</b>',
        other_company: 'Acme & Co',
        last_message: words,
        last_message_is_mine: false,
        unread: 1,
      },
    ]);
    const [mail, ...others] = await mailsTo(person);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('You have a new message');
    expect(mail?.html).toContain('Kim &lt;b&gt;Lee&lt;/b&gt;');
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;');
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.text).toContain('> Line one.\n> <script>alert(1)</script> & "two"\n');
    for (const part of [mail?.html, mail?.text]) {
      expect(part).toContain('Acme');
      expect(part).toContain(`${siteUrl}/messages/${sent.conversationId}`);
      expect(part).not.toContain('@people.example');
    }
  });

  it('shows the member the name of somebody only once they answer', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    await database.asService.query({
      text: `update auth.users set raw_user_meta_data = '{"full_name": "Maya Torres"}' where id = $1`,
      values: [person.id],
    });
    const { conversationId } = await send(member, person, hello);
    expect(await list(member)).toMatchObject([
      { other_name: 'CDI Specialist', other_company: null },
    ]);
    await reply(person, conversationId, 'Yes, gladly.');
    expect(await list(member)).toMatchObject([
      { other_name: 'Maya Torres', other_company: 'CDI Specialist' },
    ]);
    const [mail] = await mailsTo(member);
    expect(mail?.text).toContain('Maya Torres');
    expect(mail?.text).not.toContain('@people.example');
  });

  it('shows its writer’s current name, even if they used another one before', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const call = (id: string, name: string) =>
      database.asService.query({
        text: `update auth.users set raw_user_meta_data = jsonb_build_object('full_name', $2::text) where id = $1`,
        values: [id, name],
      });
    await call(person.id, 'Maya Torres');
    await call(member.id, 'Kim Lee');
    const { conversationId } = await send(member, person, hello);
    await reply(person, conversationId, 'Yes, gladly.');
    await call(person.id, 'Maya Smith');
    await call(member.id, 'Kim Park');
    await reply(member, conversationId, 'On Monday?');
    expect(await list(person)).toMatchObject([{ other_name: 'Kim Park' }]);
    await reply(person, conversationId, 'On Monday.');
    expect(await list(member)).toMatchObject([{ other_name: 'Maya Smith' }]);
    expect((await mailsTo(member))[0]?.text).toContain('Maya Smith wrote:');
    // Without a name, the previous one stays.
    await call(person.id, '');
    await reply(person, conversationId, 'At nine.');
    expect(await list(member)).toMatchObject([{ other_name: 'Maya Smith' }]);
  });

  it('stays on the site while nobody has confirmed the mailbox, which hears of it three times a day', async () => {
    const person = await candidate();
    await database.asService.query({
      text: 'update auth.users set email_proved_at = null where id = $1',
      values: [person.id],
    });
    const members = await Promise.all([1, 2, 3, 4].map(() => actors.member()));
    for (const member of members) await send(member, person, hello);
    const mails = await mailsTo(person);
    expect(mails).toHaveLength(3);
    for (const { subject, html, text } of mails) {
      expect(text).toContain(`${siteUrl}/messages/`);
      for (const part of [subject, html, text]) expect(part).not.toMatch(/CDI specialist|Practice/);
    }
    expect((await list(person)).map(({ last_message }) => last_message)).toEqual(
      members.map(() => hello),
    );
  });

  it('is answered, and the answer is emailed too', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    expect(await reply(person, conversationId, ' Yes. ')).toMatchObject({ status: 200 });
    expect(await messagesOf(member, conversationId)).toEqual([hello, 'Yes.']);
    expect(await unread(member)).toBe(1);
    const [mail] = await mailsTo(member);
    expect(mail?.text).toContain('CDI Specialist');
    expect(mail?.text).not.toContain('@people.example');
    expect(await list(member)).toMatchObject([
      { side: 'member', other_name: 'CDI Specialist', profile_id: person.profileId, unread: 1 },
    ]);
  });

  it('may name the person instead of the profile', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    expect(await send(member, { profileId: person.id }, hello)).toMatchObject({ status: 200 });
  });

  it('has 10 to 2,000 characters after trimming, an answer 1 to 2,000', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    for (const [text, error] of [
      [` ${'x'.repeat(9)} `, 'Message must be at least 10 characters'],
      ['', 'Message must be at least 10 characters'],
      ['\0'.repeat(20), 'Message must be at least 10 characters'],
      ['\u200B'.repeat(20), 'Message must be at least 10 characters'],
      ['x'.repeat(2001), 'Message must be less than 2000 characters'],
    ]) {
      expect(await send(member, person, text)).toEqual({
        status: 400,
        code: 'invalid_input',
        error,
      });
    }
    const { conversationId, status } = await send(member, person, '😀'.repeat(2000));
    expect(status).toBe(200);
    for (const nothing of ['  ', '\u200B \u2060']) {
      expect(await reply(person, conversationId, nothing)).toMatchObject({ status: 400 });
    }
    expect(await reply(person, conversationId, 'x'.repeat(2001))).toMatchObject({ status: 400 });
    expect(await reply(person, conversationId, '1')).toMatchObject({ status: 200 });
  });

  it('requires a valid body', async () => {
    const member = await actors.member();
    for (const [id, message] of [
      ['x', hello],
      [undefined, hello],
      [crypto.randomUUID(), 7],
    ]) {
      const answer = await send(member, { profileId: id as string }, message);
      expect(answer).toMatchObject({ status: 400, code: 'invalid_input' });
    }
  });
});

describe('reading, archiving, reporting, and mails', () => {
  it('marks what was on the screen as read, and nothing that arrived since', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId: conversation } = await send(member, person, hello);
    const { data } = await person.client.from('messages').select('created_at').single();
    await reply(person, conversation, 'Yes.');
    await reply(member, conversation, 'Later message.');
    expect(await unread(person)).toBe(1);
    await person.client.rpc('mark_conversation_read', { conversation, up_to: data?.created_at });
    expect(await unread(person)).toBe(1);
    await person.client.rpc('mark_conversation_read', { conversation, up_to: '2999-01-01' });
    expect(await unread(person)).toBe(0);
    expect(await mailsTo(person)).toEqual([]);
    const { data: states } = await member.client.from('conversation_states').select('user_id');
    expect(states).toEqual([{ user_id: member.id }]);
  });

  it('an archived conversation comes back with the next message', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId: conversation } = await send(member, person, hello);
    await person.client.rpc('archive_conversation', { conversation });
    expect([await list(person), await unread(person)]).toEqual([[], 0]);
    expect(await list(person, { archived: true })).toMatchObject([{ id: conversation }]);
    await person.client.rpc('archive_conversation', { conversation, archived: false });
    expect(await list(person)).toHaveLength(1);
    await member.client.rpc('archive_conversation', { conversation });
    await reply(person, conversation, 'Yes.');
    expect(await list(member)).toMatchObject([{ id: conversation, unread: 1 }]);
  });

  it('a report is stored once, for the company’s staff', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    const report = () =>
      person.client.from('message_reports').insert({
        conversation_id: conversationId,
        reporter_id: person.id,
        reason: 'This is spam.',
      });
    expect((await report()).error).toBeNull();
    expect((await report()).error?.code).toBe('23505');
    expect((await member.client.from('message_reports').select('reason')).data).toEqual([]);
  });

  it('emails stop when somebody turns them off', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { error } = await person.client
      .from('message_settings')
      .upsert({ user_id: person.id, mail_notices: false });
    expect(error).toBeNull();
    await send(member, person, hello);
    expect([await mailsTo(person), await unread(person)]).toEqual([[], 1]);
  });

  it('is not emailed any more once staff close the conversation', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    await asAdmin((client) =>
      client.query('insert into private.closed_conversations values ($1)', [conversationId]),
    );
    expect(await mailsTo(person)).toEqual([]);
  });

  it('emails stop with the link in one, without signing in, until they are turned on again', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, hello);
    const [mail] = await mailsTo(person);
    const token = mail?.text.match(/stop-mails\?token=([\w-]{43})/)?.[1] ?? '';
    const stop = (given: string) =>
      actors.anonymous.client.rpc('stop_message_mails', { token: given });
    expect((await stop('x'.repeat(43))).data).toBe(false);
    for (const _ of [1, 2]) expect((await stop(token)).data).toBe(true);
    await reply(person, conversationId, 'On Monday?');
    await send(member, person, 'Gladly, at nine.');
    expect(await mailsTo(person)).toHaveLength(1);
    await person.client
      .from('message_settings')
      .update({ mail_notices: true })
      .eq('user_id', person.id);
    await send(member, person, 'Or at ten?');
    expect(await mailsTo(person)).toHaveLength(1);
    await reply(person, conversationId, 'At nine.');
    await send(member, person, 'Agreed, at nine then.');
    expect(await mailsTo(person)).toHaveLength(2);
  });

  it('pages of conversations follow each other', async () => {
    const person = await candidate();
    const members = await Promise.all(Array.from({ length: 32 }, () => actors.member()));
    for (const member of members) await send(member, person, hello);
    const first = await list(person);
    const second = await list(person, { before: first.at(-1)?.last_message_at });
    expect([first.length, second.length]).toEqual([30, 2]);
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(32);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
