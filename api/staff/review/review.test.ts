import { describe, expect, it } from 'vitest';
import type { CaseDetail, CaseRow } from '#domain/review.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { newEmail } from '#test/support/people.ts';
import { createStaffActors, type StaffActor } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, asAdmin, database, post } = api;
const { candidate, send, reply } = createCandidates(actors);
const staffActor = createStaffActors(api);
const [kim, lee] = [await staffActor('staff'), await staffActor('owner')];

async function ask(name: string, body: object, headers = actors.anonymous.headers) {
  const response = await api.fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const act = (who: StaffActor, name: string, body: object = {}) =>
  ask(`staff-${name}`, body, who.headers);
const open = async (who: StaffActor, id: string): Promise<CaseDetail> =>
  (await act(who, 'review-case', { id })).body;

async function caseAbout(person: string): Promise<CaseRow> {
  const { body } = await act(kim, 'list-cases', { filters: { person } });
  return body.rows[0];
}

async function poster() {
  const email = newEmail();
  return { ...(await actors.signedIn(email)), email };
}

/** A job on the board that was reported. */
async function reportedJob(reason = 'scam') {
  const person = await poster();
  const [jobId = ''] = await storeJobs(database, [jobRow(person.id)]);
  await database.asService.query({
    text: `insert into public.job_reports (job_id, reason, note) values ($1, $2, 'They want money.')`,
    values: [jobId, reason],
  });
  return { person, jobId, found: await caseAbout(person.id) };
}

const isOnBoard = async (id: string) =>
  (await actors.anonymous.client.from('jobs').select('id').eq('id', id)).data?.length === 1;

async function linkOf(email: string) {
  const [mail] = await post.sentTo(email);
  return mail?.text.match(/our-decision\?token=([\w-]+)/)?.[1] ?? '';
}
const why = 'It asks applicants for a fee.';

describe('a reported job', () => {
  it('is one case, however often it is reported, and each look is on record', async () => {
    const { person, jobId, found } = await reportedJob();
    await ask('report-job', { jobId, reason: 'other', note: '' });
    const seen = await open(kim, found.id);
    expect(seen).toMatchObject({ kind: 'job', state: 'waiting', content_now: { id: jobId } });
    expect(seen.reported.map(({ reason }) => reason).toSorted()).toEqual(['other', 'scam']);
    expect(seen.history.account).toMatchObject({ email: person.email, is_proved: true });
    const { body } = await act(lee, 'list-log', { filters: { subject: person.id } });
    expect(body.rows[0]).toMatchObject({ act: 'look-case', actor: kim.email });
  });

  it('is hidden with a mail, appealed once, and another decides', async () => {
    const { person, jobId, found } = await reportedJob();
    const once = { id: found.id, version: 1 };
    expect((await act(kim, 'hide-case', { ...once, reason: 'no' })).status).toBe(400);
    expect((await act(kim, 'hide-case', { ...once, reason: why })).status).toBe(200);
    expect(await isOnBoard(jobId)).toBe(false);
    const token = await linkOf(person.email);
    expect((await post.sentTo(person.email))[0]?.text).toContain(why);

    const peek = await ask('answer-review', { token });
    expect(peek.body).toMatchObject({
      asks_for: 'appeal',
      is_open: true,
      is_sent: false,
      said: why,
    });
    const words = 'The fee is for the licence, and it is paid back.';
    const sent = await Promise.all([1, 2].map(() => ask('answer-review', { token, words })));
    expect(sent.map(({ body }) => body.is_sent).toSorted()).toEqual([false, true]);
    expect((await ask('answer-review', { token: 'another' })).status).toBe(404);

    expect(await open(kim, found.id)).toMatchObject({
      state: 'appealed',
      appeal: words,
      others_decide: true,
    });
    const twice = { id: found.id, version: 3 };
    expect(await act(kim, 'release-case', twice)).toMatchObject({
      status: 409,
      body: { code: 'another_decides' },
    });
    expect((await act(lee, 'hide-case', { ...twice, reason: why })).status).toBe(200);
    expect((await post.sentTo(person.email))[0]?.text).toContain('our last word');
    expect(await linkOf(person.email)).toBe('');
    // Undone nevertheless: each decision can be.
    expect((await act(lee, 'release-case', { id: found.id, version: 4 })).status).toBe(200);
    expect(await isOnBoard(jobId)).toBe(true);
  });

  it('is decided once by two who decide at the same moment, and the second hears who it was', async () => {
    const { person, found } = await reportedJob();
    const body = { id: found.id, version: 1 };
    const answers = await Promise.all([
      act(kim, 'hide-case', { ...body, reason: why }),
      act(lee, 'release-case', body),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused.error).toMatch(/@staff\.test (decided to hide|released) this at/);
    const { body: log } = await act(lee, 'list-log', { filters: { subject: person.id } });
    expect(log.rows).toHaveLength(1);
  });

  it('that somebody took is left to them', async () => {
    const { found } = await reportedJob();
    const body = { id: found.id, version: 1 };
    expect((await act(kim, 'take-case', body)).status).toBe(200);
    const refused = await act(lee, 'release-case', body);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: `${kim.email} is looking at this.` },
    });
    expect((await act(kim, 'leave-case', body)).status).toBe(200);
    expect((await act(lee, 'release-case', body)).status).toBe(200);
  });

  it('lets staff ask its poster, whose answer comes back', async () => {
    const { person, found } = await reportedJob();
    const question = 'Who pays for the training?';
    await act(kim, 'ask-case', { id: found.id, version: 1, question });
    const token = await linkOf(person.email);
    const words = 'The employer does, of course.';
    expect((await ask('answer-review', { token })).body).toMatchObject({
      asks_for: 'answer',
      said: question,
    });
    await ask('answer-review', { token, words });
    expect(await open(kim, found.id)).toMatchObject({ state: 'answered', answer: words });
    const late = await act(kim, 'release-case', { id: found.id, version: 2 });
    expect(late.body.error).toBe('Meanwhile the person has answered.');
  });

  it('may be about the company: then all its jobs of that poster go and come back', async () => {
    const { person, jobId, found } = await reportedJob('company');
    const [other = '', another = ''] = await storeJobs(database, [
      jobRow(person.id),
      jobRow(person.id, { company: 'Another Clinic' }),
    ]);
    expect(found).toMatchObject({ kind: 'company', title: 'Piedmont Valley Health' });
    await act(kim, 'hide-case', { id: found.id, version: 1, reason: why });
    expect(await Promise.all([jobId, other, another].map(isOnBoard))).toEqual([false, false, true]);
    await act(kim, 'release-case', { id: found.id, version: 2 });
    expect(await Promise.all([jobId, other].map(isOnBoard))).toEqual([true, true]);
  });
});

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
  it('is closed for both, and whoever reported it hears so', async () => {
    const { them, conversationId, found } = await harassment();
    const seen = await open(kim, found.id);
    expect(seen.messages).toMatchObject([{ is_theirs: true, body: 'Call me tonight, or else.' }]);
    await act(kim, 'hide-case', { id: found.id, version: 1, reason: 'We accept no threats here.' });
    expect((await reply(them, conversationId, 'Stop it.')).code).toBe('conversation_closed');
    const [told] = await post.sentTo(String(them.caller.claims.email));
    expect(told?.text).toContain('we did something about it');
    await act(kim, 'release-case', { id: found.id, version: 2 });
    expect((await reply(them, conversationId, 'Stop it.')).status).toBe(200);
  });

  it('keeps what was said when the account goes, for its time and no longer', async () => {
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
    expect(await act(kim, 'ask-case', question)).toMatchObject({ body: { code: 'person_gone' } });
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

  it('is not shown to staff whom it is about, nor decided by one who reported it', async () => {
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

it('a block settles what waits about the person, and its end brings it back', async () => {
  const { person, found } = await reportedJob();
  const ban = (until: string) =>
    database.asService.query({
      text: `update auth.users set banned_until = ${until} where id = $1`,
      values: [person.id],
    });
  await ban("now() + interval '1 year'");
  expect(await open(kim, found.id)).toMatchObject({ state: 'blocked' });
  await ban('null');
  expect(await open(kim, found.id)).toMatchObject({ state: 'waiting' });
});

it('is decided by nobody without an entry in the log', async () => {
  const { found } = await reportedJob();
  const silent = database.asCaller(kim.caller, (session) =>
    session.query({ text: 'select staff.decide_case($1, 1, false, null)', values: [found.id] }),
  );
  await expect(silent).rejects.toMatchObject({ code: 'SF500' });
});

it('what waits for staff is listed together, with a place in the queue for each', async () => {
  const { body } = await act(kim, 'list-cases', {
    filters: { state: 'open', kind: 'job' },
    order: 'oldest',
  });
  expect(body.rows.length).toBeGreaterThan(0);
  for (const { state, kind } of body.rows)
    expect([state, kind]).toEqual([expect.stringMatching(/waiting|answered|appealed/), 'job']);
  expect((await act(kim, 'list-cases', { filters: { age: '7' } })).body.rows).toEqual([]);
});

it('has met no bug on the way', () => expect(api.bugs).toEqual([]));
