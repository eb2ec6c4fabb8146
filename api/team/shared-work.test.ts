import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { passDay } from '#test/support/employers.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, post, bugs } = await openTestApi();
const { founder, join, subscribe } = createTeams({ actors, database, post });
const { candidate, send, reply } = createCandidates(actors);
const hello = 'Good morning, we look for a CDI specialist.';

const list = async (who: Actor) => (await who.client.rpc('list_conversations', {})).data ?? [];
const unread = async (who: Actor) => (await who.client.rpc('unread_messages')).data;
const leave = (admin: Actor & { company: string }, { id }: { id: string }) =>
  admin.client.rpc('leave_company', { company: admin.company, person: id });

describe('a conversation that was started for a team', () => {
  it('is read and answered by its recruiters as themselves, and not by viewers or former members', async () => {
    const admin = await founder('Kim Founder');
    const other = await join(admin, 'Lee Colleague');
    const viewer = await join(admin, 'Vic Viewer', 'viewer');
    await subscribe(other);
    const person = await candidate();
    const { conversationId } = await send(admin, person, hello);
    expect(await list(other)).toMatchObject([
      {
        side: 'member',
        is_shared: true,
        last_colleague: 'Kim Founder',
        is_my_turn: false,
        unread: 0,
      },
    ]);
    expect(await list(viewer)).toEqual([]);
    // The team may send one message until there is an answer, and has one conversation.
    expect(await reply(other, conversationId, 'And from me.')).toMatchObject({
      code: 'message_unanswered',
    });
    expect(await send(other, person, 'Good morning from me, too.')).toMatchObject({
      code: 'message_unanswered',
    });
    await reply(person, conversationId, 'Gladly. When?');
    expect([await unread(admin), await unread(other)]).toEqual([1, 1]);
    expect(await reply(other, conversationId, 'On Monday.')).toMatchObject({ success: true });
    // A colleague has answered, so nobody else needs to.
    expect([await unread(admin), await unread(other), await unread(person)]).toEqual([0, 0, 1]);
    expect(await list(person)).toMatchObject([
      { other_name: 'Lee Colleague', other_company: `Practice ${admin.id}`, is_shared: true },
    ]);
    const { data: names } = await person.client.rpc('conversation_people', {
      conversation: conversationId,
    });
    expect(names?.map(({ name }) => name).sort()).toEqual(['Kim Founder', 'Lee Colleague']);
    await leave(admin, other);
    expect([await list(other), await unread(other)]).toEqual([[], 0]);
    expect(await reply(other, conversationId, 'I was here.')).toMatchObject({
      code: 'conversation_not_found',
    });
    expect(await list(admin)).toHaveLength(1);
  });

  it('continues when the person who started it leaves, and emails go to whoever answers', async () => {
    const admin = await founder('Kim Founder');
    const other = await join(admin, 'Lee Colleague');
    await subscribe(other);
    const person = await candidate();
    const { conversationId } = await send(other, person, hello);
    await leave(admin, other);
    expect(await reply(person, conversationId, 'Gladly.')).toMatchObject({ success: true });
    expect(await list(other)).toEqual([]);
    expect(await unread(admin)).toBe(1);
    const before = (await post.sentTo(other.email)).map(({ subject }) => subject);
    expect(before.filter((subject) => subject.includes('message'))).toEqual([]);
    expect(await reply(admin, conversationId, 'I go on from here.')).toMatchObject({
      success: true,
    });
    // Although they are alone by now, they cannot start another one beside it.
    expect(await send(admin, person, 'And once more.')).toMatchObject({
      code: 'message_unanswered',
    });
    expect(await list(admin)).toHaveLength(1);
  });

  it('cannot be started under a company’s name by somebody who has left it', async () => {
    const admin = await founder('Kim Founder');
    const other = await join(admin, 'Lee Colleague');
    await subscribe(other);
    const [first, second] = [await candidate(), await candidate()];
    await send(other, first, hello);
    await leave(admin, other);
    expect(await send(other, second, hello)).toMatchObject({ success: true });
    expect(await list(first)).toMatchObject([{ other_company: `Practice ${admin.id}` }]);
    expect(await list(second)).toMatchObject([
      { other_name: 'Lee Colleague', other_company: null, is_shared: false },
    ]);
    // Nor on the day on which they named another company, which only counts from the next day.
    const third = await candidate();
    const next = { user_id: other.id, company: `Other ${other.id}` };
    expect((await other.client.from('employers').upsert(next)).error).toBeNull();
    await send(other, third, hello);
    expect(await list(third)).toMatchObject([{ other_company: null }]);
  });

  it('cannot be started under the name of a company that staff have closed, until they reopen it', async () => {
    const admin = await founder('Kim Founder');
    const set = (closed: string) =>
      database.asService.query({
        text: `update public.companies set closed_at = ${closed} where id = $1`,
        values: [admin.company],
      });
    await set('now()');
    const [first, second] = [await candidate(), await candidate()];
    expect(await send(admin, first, hello)).toMatchObject({ success: true });
    expect(await list(first)).toMatchObject([{ other_name: 'Kim Founder', other_company: null }]);
    expect((await admin.client.rpc('employer_state')).data?.[0]).toMatchObject({ is_shown: false });
    await set('null');
    await send(admin, second, hello);
    expect(await list(second)).toMatchObject([{ other_company: `Practice ${admin.id}` }]);
  });

  it('tells somebody who has left their stated company that candidates see no company', async () => {
    const admin = await founder('Kim Founder');
    const other = await join(admin, 'Lee Colleague');
    await subscribe(other);
    const state = async () => (await other.client.rpc('employer_state')).data?.[0];
    const company = `Practice ${admin.id}`;
    expect(await state()).toMatchObject({ company, is_shown: true });
    await leave(admin, other);
    expect(await state()).toMatchObject({ company, is_shown: false });
    await other.client
      .from('employers')
      .upsert({ user_id: other.id, company: `Other ${other.id}` });
    expect(await state()).toMatchObject({ company, is_shown: false });
    await passDay(database, other);
    expect(await state()).toMatchObject({ company: `Other ${other.id}`, is_shown: true });
  });

  it('is emailed to a colleague if the last writer is blocked', async () => {
    const admin = await founder('Kim Founder');
    const other = await join(admin, 'Lee Colleague');
    const person = await candidate();
    const { conversationId } = await send(admin, person, hello);
    await database.asService.query({
      text: `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      values: [admin.id],
    });
    // A block of somebody else does not count between these two.
    const stranger = await actors.signedIn();
    await database.asService.query({
      text: `insert into public.blocks (blocker_id, blocked_id, company_id)
        values ($1, $2, null), ($3, $1, null), ($4, $1, $5)`,
      values: [stranger.id, person.id, other.id, admin.id, admin.company],
    });
    await reply(person, conversationId, 'Gladly.');
    const subjects = (await post.sentTo(other.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('message'))).toHaveLength(1);
  });

  it('stays the person’s own if it was started before they joined', async () => {
    const other = await founder('Lee Later');
    const person = await candidate();
    const { conversationId } = await send(other, person, hello);
    const colleague = await join(other, 'New Here');
    expect(await list(colleague)).toEqual([]);
    await reply(person, conversationId, 'Gladly.');
    expect([await unread(other), await unread(colleague)]).toEqual([1, 0]);
    expect(await list(other)).toMatchObject([{ is_shared: false }]);
  });

  it('is started once, even if two write at the same moment', async () => {
    const admin = await founder();
    const other = await join(admin);
    await subscribe(other);
    const person = await candidate();
    const both = await Promise.all([
      send(admin, person, hello),
      send(other, person, `${hello} Too.`),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await list(person)).toHaveLength(1);
  });

  it('belongs to its current owner when the company ends', async () => {
    const admin = await founder();
    const other = await join(admin);
    const person = await candidate();
    await send(admin, person, hello);
    // With this one they also have an earlier conversation of their own.
    const again = await candidate();
    await send(admin, again, hello);
    await database.asService.query({
      text: `insert into public.conversations (member_id, candidate_id, member_name, candidate_headline)
        values ($1, $2, 'Kim', 'A coder')`,
      values: [admin.id, again.id],
    });
    await leave(admin, other);
    const { error } = await admin.client.rpc('leave_company', {
      company: admin.company,
      person: admin.id,
      ends_company: true,
    });
    expect(error).toBeNull();
    expect((await list(admin)).filter(({ is_shared }) => is_shared)).toEqual([]);
    expect(await list(admin)).not.toEqual([]);
    expect(await list(other)).toEqual([]);
  });
});

describe('saved candidates', () => {
  it('are ten thousand of one person at most', async () => {
    const member = await founder('Collector');
    await asAdmin((client) =>
      client.query(`begin; set local session_replication_role = replica;
        insert into public.saved_candidates (user_id, profile_id, note)
          select '${member.id}', gen_random_uuid(), '' from generate_series(1, 10000);
        commit`),
    );
    const person = await candidate();
    const save = () =>
      member.client
        .from('saved_candidates')
        .insert({ user_id: member.id, profile_id: person.profileId });
    expect((await save()).error).toMatchObject({
      code: '23514',
      message: 'You can save up to 10,000 candidates. Remove some first.',
    });
    await asAdmin((client) =>
      client.query(
        `delete from public.saved_candidates where id = (select id from public.saved_candidates where user_id = '${member.id}' limit 1)`,
      ),
    );
    expect((await save()).error).toBeNull();
  });

  const saved = async (who: Actor) =>
    (
      await who.client
        .from('saved_candidates')
        .select('profile_id, note, saved_by' as '*')
        .order('created_at')
    ).data;

  it('are the team’s, once, with one note, for those who may see candidates', async () => {
    const admin = await founder('Kim Founder');
    const [other, viewer] = [await join(admin), await join(admin, 'Vic', 'viewer')];
    const unpaid = await join(admin, 'Not paid');
    await subscribe(other);
    await subscribe(viewer);
    const person = await candidate();
    const save = (who: Actor & { id: string }) =>
      who.client.from('saved_candidates').insert({ user_id: who.id, profile_id: person.profileId });
    expect((await save(admin)).error).toBeNull();
    expect((await save(other)).error?.code).toBe('23505');
    expect(await saved(other)).toMatchObject([{ saved_by: 'Kim Founder', note: '' }]);
    expect(await saved(admin)).toMatchObject([{ saved_by: null }]);
    const note = (words: string) =>
      other.client
        .from('saved_candidates')
        .update({ note: words })
        .eq('profile_id', person.profileId);
    await note(' \u2800');
    expect(await saved(admin)).toMatchObject([{ note: '' }]);
    await note('Strong in denials');
    expect(await saved(admin)).toMatchObject([{ note: 'Strong in denials' }]);
    // Without a membership nobody sees candidates, and so no notes; viewers look at jobs.
    expect([await saved(unpaid), await saved(viewer)]).toEqual([[], []]);
    await admin.client.rpc('set_member_role', {
      company: admin.company,
      person: other.id,
      wanted: 'admin',
    });
    await leave({ ...other, company: admin.company }, admin);
    expect(await saved(admin)).toEqual([]);
    expect(await saved(other)).toMatchObject([{ saved_by: null, note: 'Strong in denials' }]);
  });

  it('from before somebody joined stay their own', async () => {
    const admin = await founder();
    const person = await candidate();
    await admin.client
      .from('saved_candidates')
      .insert({ user_id: admin.id, profile_id: person.profileId });
    const other = await join(admin);
    await subscribe(other);
    expect(await saved(other)).toEqual([]);
    expect(await saved(admin)).toHaveLength(1);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
