import { describe, expect, it } from 'vitest';
import type { CaseDetail, CaseRow } from '#domain/staff/review.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { createStaffActors, type StaffActor } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, asAdmin, database, post } = api;
const { candidate, send, reply } = createCandidates(actors);
const staffActor = createStaffActors(api);
const [kim, lee] = [await staffActor('staff'), await staffActor('owner')];

const act = createStaffCalls(api);
const open = async (who: StaffActor, id: string): Promise<CaseDetail> =>
  (await act(who, 'review-case', { id })).body;

async function caseAbout(person: string): Promise<CaseRow> {
  const { body } = await act(kim, 'list-cases', { filters: { person } });
  return body.rows[0];
}
const why = 'The picture shows somebody else.';

async function harassment() {
  const [member, them] = [await actors.member(), await candidate()];
  const { conversationId } = await send(member, them, 'Call me tonight, or else.');
  await them.client
    .from('message_reports')
    .insert({ conversation_id: conversationId, reporter_id: them.id, reason: 'He threatens me.' });
  return {
    member,
    them,
    conversationId: String(conversationId),
    found: await caseAbout(member.id),
  };
}

describe('a reported conversation', () => {
  it('is closed for both, and the reporter is told', async () => {
    const { them, conversationId, found } = await harassment();
    const seen = await open(kim, found.id);
    expect(seen.messages).toMatchObject([{ is_theirs: true, body: 'Call me tonight, or else.' }]);
    await act(kim, 'hide-case', { id: found.id, version: 1, reason: 'We accept no threats here.' });
    expect((await reply(them, conversationId, 'Stop it.')).code).toBe('conversation_closed');
    const [told] = await post.sentTo(String(them.caller.claims.email));
    expect(told?.text).toContain('we acted on it');
    await act(kim, 'release-case', { id: found.id, version: 2 });
    expect((await reply(them, conversationId, 'Stop it.')).status).toBe(200);
  });

  it('keeps what was said when the account goes, for the retention period and no longer', async () => {
    const { member, found } = await harassment();
    await actors.staff.client.auth.admin.deleteUser(member.id);
    const seen = await open(kim, found.id);
    expect(seen).toMatchObject({
      messages: [{ is_theirs: true, body: 'Call me tonight, or else.' }],
      person_then: { email: member.caller.claims.email },
      history: { account: null },
      evidence_ends_at: expect.any(String),
    });
    const question = { id: found.id, version: 1, question: 'What was that about?' };
    expect(await act(kim, 'ask-case', question)).toMatchObject({
      body: { code: 'person_gone', error: expect.stringContaining('or the account has') },
    });
    const age = async (days: number) => {
      await asAdmin(async (client) => {
        await client.query(
          `update staff.cases set gone_at = now() - make_interval(days => $1) where id = $2`,
          [days, found.id],
        );
        await client.query(
          `update private.kept_evidence set kept_at = now() - make_interval(days => $1) where subject_id in (select subject_id from staff.cases where id = $2)`,
          [days, found.id],
        );
      });
      await database.asService.query({ text: 'select private.clean_evidence()' });
      return (await act(kim, 'review-case', { id: found.id })).status;
    };
    expect(await age(89)).toBe(200);
    expect(await age(91)).toBe(404);
    const { body } = await act(lee, 'list-log', { filters: { act: 'evidence-ended' } });
    expect(body.rows[0]).toMatchObject({ actor_kind: 'site', after: { cases: 1 } });
  });

  it('is not shown to staff whom it concerns, nor decided by one who reported it', async () => {
    const { member, them, found } = await harassment();
    for (const [person, name, status] of [
      [member, 'review-case', 404],
      [member, 'release-case', 404],
      [them, 'release-case', 409],
    ] as const) {
      const self = { ...kim, ...person, headers: person.headers };
      await asAdmin(async (client) => {
        await client.query('begin');
        await client.query(
          `insert into staff.members values ($1, 'staff', null, now() - interval '1 day', now()) on conflict do nothing`,
          [person.id],
        );
        await client.query(
          `select staff.append('command', null, null, 'appoint', 'person', $1, null, null, null)`,
          [person.id],
        );
        await client.query('commit');
        await client.query(
          `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, 'passkey') on conflict do nothing`,
          [person.caller.claims.session_id],
        );
      });
      expect([name, (await act(self, name, { id: found.id, version: 1 })).status]).toEqual([
        name,
        status,
      ]);
      await asAdmin(async (client) => {
        await client.query('begin');
        await client.query('delete from staff.members where user_id = $1', [person.id]);
        await client.query(
          `select staff.append('command', null, null, 'remove-member', 'person', $1, null, null, null)`,
          [person.id],
        );
        await client.query('commit');
      });
    }
  });
});

describe('a reported profile', () => {
  it('is hidden from members until it is released, whatever its owner does', async () => {
    const [member, them] = [await actors.member(), await candidate()];
    const report = () =>
      member.client.rpc('report_profile', { profile: them.profileId, reason: 'Not a person.' });
    for (const reason of ['\u00a0\u200b', 'x'.repeat(1001), null]) {
      const empty = { profile: them.profileId, reason: reason as string };
      expect((await member.client.rpc('report_profile', empty)).error?.message).toBe(
        'Say what is wrong, in at most 1000 characters.',
      );
    }
    expect([(await report()).data, (await report()).data]).toEqual([true, false]);
    const { error } = await them.client.rpc('report_profile', {
      profile: them.profileId,
      reason: 'Me.',
    });
    expect(error?.message).toBe('This profile is not available.');
    const { id } = await caseAbout(them.id);
    await act(kim, 'hide-case', { id, version: 1, reason: why });
    const isSeen = async () =>
      (await member.client.from('candidate_profiles').select('id').eq('id', them.profileId)).data
        ?.length === 1;
    expect(await isSeen()).toBe(false);
    const show = () =>
      them.client
        .from('candidate_profiles')
        .update({ public_profile: true })
        .eq('id', them.profileId);
    expect((await show()).status).toBe(403);
    await act(kim, 'release-case', { id, version: 2 });
    expect(await isSeen()).toBe(true);
    expect((await show()).error).toBeNull();
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
