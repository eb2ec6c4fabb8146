import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, post, bugs } = await openTestApi();
const { founder, join, subscribe } = createTeams({ actors, database, post });
const { candidate, send, reply } = createCandidates(actors);
const hello = 'Good morning, we look for a CDI specialist.';

const list = async (who: Actor) => (await who.client.rpc('list_conversations', {})).data ?? [];
const leave = (admin: Actor & { company: string }, { id }: { id: string }) =>
  admin.client.rpc('leave_company', { company: admin.company, person: id });
const sees = async (who: Actor, { profileId }: { profileId: string }) =>
  (await who.client.from('candidate_profiles').select('id').eq('id', profileId)).data?.length;

describe('a block', () => {
  it('by a candidate applies to the whole team, and can be undone', async () => {
    const admin = await founder();
    const other = await join(admin);
    await subscribe(other);
    const person = await candidate();
    const { conversationId } = await send(admin, person, hello);
    await reply(person, conversationId, 'Gladly.');
    expect([await sees(admin, person), await sees(other, person)]).toEqual([1, 1]);
    await person.client.rpc('block_conversation', { conversation: conversationId });
    expect([await sees(admin, person), await sees(other, person)]).toEqual([0, 0]);
    for (const who of [admin, other]) {
      expect(await reply(who, conversationId, 'Hello?')).toMatchObject({
        code: 'conversation_closed',
      });
      expect(await send(who, person, hello)).toMatchObject({ code: 'candidate_not_found' });
    }
    expect(await list(person)).toMatchObject([{ is_blocked_by_me: true }]);
    // Somebody who joins later belongs to the team too.
    const later = await join(admin, 'Later');
    await subscribe(later);
    expect(await sees(later, person)).toBe(0);
    await person.client.rpc('unblock_conversation', { conversation: conversationId });
    expect([await sees(admin, person), await sees(later, person)]).toEqual([1, 1]);
  });

  it('against somebody who wrote alone applies to those who join later', async () => {
    const admin = await founder();
    const person = await candidate();
    const { conversationId } = await send(admin, person, hello);
    await person.client.rpc('block_conversation', { conversation: conversationId });
    const later = await join(admin, 'Later');
    await subscribe(later);
    expect(await sees(later, person)).toBe(0);
    expect(await send(later, person, hello)).toMatchObject({ code: 'candidate_not_found' });
  });
});

describe('a block of a team', () => {
  const close = ({ id }: { id: string }) =>
    database.asService.query({ text: 'delete from auth.users where id = $1', values: [id] });

  it('by a candidate outlives the accounts of those it was against, and can still be undone', async () => {
    const admin = await founder();
    const [other, third] = [await join(admin), await join(admin, 'Third')];
    await subscribe(third);
    await subscribe(other);
    const person = await candidate();
    const { conversationId } = await send(other, person, hello);
    await person.client.rpc('block_conversation', { conversation: conversationId });
    await close(other);
    expect([await sees(admin, person), await sees(third, person)]).toEqual([0, 0]);
    await close(third);
    expect(await sees(admin, person)).toBe(0);
    expect(await list(person)).toMatchObject([{ is_blocked_by_me: true }]);
    await person.client.rpc('unblock_conversation', { conversation: conversationId });
    expect(await sees(admin, person)).toBe(1);
  });

  it('by a recruiter can be seen and ended by colleagues, even when its author has left', async () => {
    const admin = await founder('Kim Founder');
    const [other, viewer] = [await join(admin), await join(admin, 'Vic', 'viewer')];
    await subscribe(other);
    const person = await candidate();
    const { conversationId } = await send(other, person, hello);
    await reply(person, conversationId, 'Gladly.');
    await other.client.rpc('block_conversation', { conversation: conversationId });
    expect(await list(admin)).toMatchObject([{ is_blocked_by_me: true }]);
    await leave(admin, other);
    const unblock = (who: Actor) =>
      who.client.rpc('unblock_conversation', { conversation: conversationId });
    await unblock(other);
    await unblock(viewer);
    await unblock(person);
    expect(await reply(admin, conversationId, 'On Monday?')).toMatchObject({
      code: 'conversation_closed',
    });
    await unblock(admin);
    expect(await list(admin)).toMatchObject([{ is_blocked_by_me: false }]);
    expect(await reply(admin, conversationId, 'On Monday?')).toMatchObject({ success: true });
  });

  it('keeps earlier messages from a colleague’s mailbox, and so does a conversation that staff close', async () => {
    const admin = await founder();
    const other = await join(admin);
    await subscribe(other);
    const mails = async () =>
      (await post.sentTo(other.email)).filter(({ text }) => text.includes('/messages/')).length;
    const talkWith = async () => {
      const person = await candidate();
      return { person, ...(await send(other, person, hello)) };
    };
    const [blocked, closed] = [await talkWith(), await talkWith()];
    const before = await mails();
    await reply(blocked.person, blocked.conversationId, 'Write to me at cheap-pills.example');
    await admin.client.rpc('block_conversation', { conversation: blocked.conversationId });
    await reply(closed.person, closed.conversationId, 'Write to me at cheap-pills.example');
    await asAdmin((client) =>
      client.query('insert into private.closed_conversations (conversation_id) values ($1)', [
        closed.conversationId,
      ]),
    );
    expect(await mails()).toBe(before);
  });

  it('is looked up among the candidate’s, and not among everything the team has', async () => {
    const admin = await founder();
    const [first, second] = [await candidate(), await candidate()];
    const { conversationId } = await send(admin, first, hello);
    const other = await send(admin, second, hello);
    await admin.client.rpc('block_conversation', { conversation: conversationId });
    await asAdmin(async (client) => {
      await client.query("begin; set local track_functions = 'all'");
      await client.query("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify({ sub: admin.id, role: 'authenticated' }),
      ]);
      const { rows: blocked } = await client.query(
        'select private.own_block(c) as is_so from public.conversations as c where c.id = $1',
        [other.conversationId],
      );
      const { rows } = await client.query(
        "select calls::int from pg_stat_xact_user_functions where funcname = 'is_own_block'",
      );
      await client.query('rollback');
      expect([blocked[0]?.is_so, rows[0]?.calls ?? 0]).toEqual([false, 0]);
    });
  });

  it('is not ended by those against whom somebody of the company is blocked as a candidate', async () => {
    const admin = await founder();
    const other = await join(admin);
    await subscribe(other);
    const [person, colleague] = [await candidate(), await candidate()];
    const { conversationId } = await send(other, person, hello);
    await person.client.rpc('block_conversation', { conversation: conversationId });
    // The blocked person is also somebody's candidate.
    const talk = await send(admin, colleague, hello);
    await database.asService.query({
      text: 'update public.conversations set candidate_id = $2 where id = $1',
      values: [talk.conversationId, other.id],
    });
    await admin.client.rpc('unblock_conversation', { conversation: talk.conversationId });
    expect(await sees(admin, person)).toBe(0);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
