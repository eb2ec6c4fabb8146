import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates, type Person } from '#test/support/candidates.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { newEmail, openBrowser } from '#test/support/people.ts';
import { picture } from '#test/support/pictures.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { describeEvidence } from '../jobs/describe-evidence.ts';
import { cleanEvidence, listEvidence } from '../jobs/moderation.ts';

const { actors, asAdmin, call, database, fetch, post, bugs } = await openTestApi();
const { admin } = openBrowser(call, { key: testKeys.secretKey }).auth;
const { candidate, send, reply } = createCandidates(actors);
const hello = 'Good morning, we look for a CDI specialist.';

/** Every way in which an account can be closed. */
const ways = {
  'by deletion': (person: Person) => admin.deleteUser(person.id),
  'by soft deletion': (person: Person) => admin.deleteUser(person.id, true),
};

const list = async (person: Actor) => (await person.client.rpc('list_conversations')).data ?? [];
const bodiesOf = async (person: Actor) =>
  (await person.client.from('messages').select('body').order('created_at')).data?.map(
    ({ body }) => body,
  );

async function conversation() {
  const [member, person] = [await actors.member(), await candidate()];
  const { conversationId } = await send(member, person, hello);
  await reply(person, conversationId, 'Thank you, tell me more.');
  return { member, person, id: String(conversationId) };
}

async function report(reporter: Person, conversation_id: string, reason: string) {
  const { error } = await reporter.client
    .from('message_reports')
    .insert({ conversation_id, reporter_id: reporter.id, reason });
  expect(error).toBeNull();
}

const evidenceOf = async (id: string) =>
  (await listEvidence(database)).filter(({ subject_id }) => subject_id === id);

describe.each(Object.entries(ways))('an account that is closed %s', (_, close) => {
  it('leaves the conversation to the other side, without its own messages and without a way to write', async () => {
    const { member, person, id } = await conversation();
    await close(member);
    const [left] = await list(person);
    expect(left).toMatchObject({ id, side: 'candidate', other_id: null, other_name: 'A member' });
    expect(await bodiesOf(person)).toEqual(['Thank you, tell me more.']);
    expect((await reply(person, id, 'Are you there?')).code).toBe('conversation_closed');
  });

  it('removes what is sent to its address, once that has been proved', async () => {
    const lists = async (person: Person, proved: string | null) => {
      const { rows } = await database.asService.query<{ email: string }>({
        text: 'update auth.users set email_proved_at = $2 where id = $1 returning email',
        values: [person.id, proved],
      });
      const values = [rows[0]?.email];
      await database.asService.query({
        text: `with reader as (insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
            values ($1, 'Yes, write to me.', now()))
          insert into public.alerts (email, kind, address, consent_text, search_id)
            select $1, 'jobs', '', 'Yes, write to me.', private.keep_search('jobs', '{"wanted": [{}]}')`,
        values,
      });
      await close(person);
      const { rows: left } = await database.asService.query<{ list: string }>({
        text: `select 'newsletter' as list from public.newsletter_subscribers where email = $1
          union all select 'alert' from public.alerts where email = $1`,
        values,
      });
      return left.map(({ list }) => list);
    };
    expect(await lists(await actors.signedIn(), new Date().toISOString())).toEqual([]);
    expect(await lists(await actors.signedIn(), null)).toEqual(['newsletter', 'alert']);
  });

  it('is not restored by a letter that is still queued', async () => {
    const email = newEmail();
    const person = await actors.signedIn(email);
    const { error } = await openBrowser(call).auth.signInWithOtp({ email });
    expect(error).toBeNull();
    await close(person);
    expect(await post.sentTo(email)).toEqual([]);
    const { rows } = await database.asService.query({
      text: 'select from auth.users where email = $1',
      values: [email],
    });
    expect(rows).toEqual([]);
  });

  it('leaves a conversation to members too, until the second of the two leaves', async () => {
    const { member, person, id } = await conversation();
    await close(person);
    expect(await list(member)).toMatchObject([
      { id, side: 'member', other_id: null, other_name: 'A candidate', profile_id: null },
    ]);
    expect(await bodiesOf(member)).toEqual([hello]);
    expect((await reply(member, id, 'Are you there?')).code).toBe('conversation_closed');
    await close(member);
    const { rowCount } = await database.asService.query({
      text: 'select from public.conversations where id = $1',
      values: [id],
    });
    expect(rowCount).toBe(0);
  });

  it('removes its jobs and profile, and ends what is paid', async () => {
    const [member, reader] = [await actors.member(), await actors.member()];
    const person = await candidate();
    const [jobId = ''] = await storeJobs(database, [jobRow(member.id)]);
    await database.asService.query({
      text: `update public.subscriptions set subscription_id = 'sub_' || user_id, cancel_at_period_end = true
        where user_id = $1`,
      values: [member.id],
    });
    const changes = async () => {
      let count: number | null = null;
      await asAdmin(async (client) => {
        const text = 'select from staff.membership_changes where user_id = $1';
        count = (await client.query(text, [member.id])).rowCount;
      });
      return count;
    };
    expect(await changes()).toBe(1);
    await close(member);
    await close(person);
    expect(await changes()).toBe(0);
    const page = await actors.anonymous.client.rpc('job_page', { job_id: jobId });
    expect(page.data).toMatchObject([{ status: 'removed' }]);
    const profile = await reader.client
      .from('candidate_profiles')
      .select('id')
      .eq('id', person.profileId);
    expect(profile.data).toEqual([]);
    const { rowCount } = await database.asService.query({
      text: 'select from public.subscriptions where user_id = $1',
      values: [member.id],
    });
    expect(rowCount).toBe(0);
  });

  it('starts the retention period of a case about its company', async () => {
    const poster = await actors.member();
    const [jobId] = await storeJobs(database, [jobRow(poster.id)]);
    await database.asService.query({
      text: `insert into public.job_reports (job_id, reason) values ($1, 'company')`,
      values: [jobId],
    });
    const isGone = async () => {
      const found: { is_gone: boolean }[] = [];
      await asAdmin(async (client) => {
        const { rows } = await client.query(
          `select gone_at is not null as is_gone from staff.cases where kind = 'company' and person_id = $1`,
          [poster.id],
        );
        found.push(...rows);
      });
      return found;
    };
    expect(await isGone()).toEqual([{ is_gone: false }]);
    await close(poster);
    expect(await isGone()).toEqual([{ is_gone: true }]);
  });

  it('does not remove what was reported: jobs and whole conversations', async () => {
    const { member, person, id } = await conversation();
    await report(person, id, 'They ask for money');
    const [reported = '', other = ''] = await storeJobs(database, [
      jobRow(member.id, { title: 'Send us your savings' }),
      jobRow(member.id),
    ]);
    await database.asService.query({
      text: `insert into public.job_reports (job_id, reason, note) values ($1, 'scam', 'A trap')`,
      values: [reported],
    });
    await close(member);
    expect(await evidenceOf(other)).toEqual([]);
    expect(await evidenceOf(reported)).toMatchObject([
      {
        kind: 'job',
        people: [{ id: member.id, email: expect.stringContaining('@') }],
        content: { title: 'Send us your savings' },
        reports: [{ reason: 'scam', note: 'A trap' }],
      },
    ]);
    const kept = await evidenceOf(id);
    expect(kept).toMatchObject([
      {
        kind: 'conversation',
        people: expect.arrayContaining([expect.objectContaining({ id: member.id })]),
        content: { messages: [{ body: hello }, { body: 'Thank you, tell me more.' }] },
        reports: [{ reason: 'They ask for money' }],
      },
    ]);
    // Still kept once, and unchanged, when the person who reported it leaves too.
    await close(person);
    expect(await evidenceOf(id)).toEqual(kept);
  });
});

describe('evidence', () => {
  it('is also kept of a reported job that its poster deletes', async () => {
    const poster = await actors.signedIn();
    const [id = ''] = await storeJobs(database, [jobRow(poster.id)]);
    await database.asService.query({
      text: `insert into public.job_reports (job_id, reason) values ($1, 'scam')`,
      values: [id],
    });
    await poster.client.from('jobs').delete().eq('id', id);
    expect(await evidenceOf(id)).toMatchObject([{ people: [{ id: poster.id }] }]);
  });

  it('is not kept of a conversation that nobody reported', async () => {
    const { member, id } = await conversation();
    await admin.deleteUser(member.id);
    expect(await evidenceOf(id)).toEqual([]);
  });

  it('is removed after ninety days', async () => {
    const poster = await actors.signedIn();
    const ids = await storeJobs(database, [jobRow(poster.id), jobRow(poster.id)]);
    await database.asService.query({
      text: `insert into public.job_reports (job_id, reason) select unnest($1::uuid[]), 'scam'`,
      values: [ids],
    });
    await admin.deleteUser(poster.id);
    const [older = '', newer = ''] = ids;
    for (const [id, days] of [
      [older, 91],
      [newer, 89],
    ] as const) {
      await makeOld(id, days);
    }
    await cleanEvidence(database);
    const { rows } = await database.asService.query<{ subject_id: string }>({
      text: 'select subject_id from private.kept_evidence where subject_id = any ($1)',
      values: [ids],
    });
    expect(rows.map(({ subject_id }) => subject_id)).toEqual([newer]);
  });

  it('cannot be read through the API, only as plain lines by moderators', async () => {
    const poster = await actors.signedIn();
    const [id = ''] = await storeJobs(database, [
      jobRow(poster.id, { description: `A trap\u001b[2J ${'for people. '.repeat(9)}`.trim() }),
    ]);
    await database.asService.query({
      text: `insert into public.job_reports (job_id, reason, note) values ($1, 'scam', E'one\\ntwo')`,
      values: [id],
    });
    await admin.deleteUser(poster.id);
    for (const caller of [actors.anonymous.caller, poster.caller]) {
      const attempt = database.askAs(caller, { text: 'select * from private.kept_evidence' });
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    }
    const [kept] = await evidenceOf(id);
    const text = kept ? describeEvidence(kept) : '';
    expect(text).toContain('reported: scam: one two');
    expect(text).toContain('description: A trap[2J for people.');
    expect(text).not.toContain('\u001b');
  });
});

/** Done in SQL, because no API role may change a row's age. */
const makeOld = (id: string, days: number) =>
  asAdmin((client) =>
    client.query(
      `update private.kept_evidence set kept_at = now() - make_interval(days => $2)
        where subject_id = $1`,
      [id, days],
    ),
  );

it('a picture still being uploaded when its person leaves is not kept', async () => {
  const { id, headers } = await actors.signedIn();
  const file = await picture('png');
  const body = new ReadableStream(
    {
      async pull(controller) {
        await admin.deleteUser(id);
        controller.enqueue(file);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { ...headers, 'content-type': 'image/png' },
  };
  const answer = await fetch(`/storage/v1/object/avatars/${id}/me.png`, init);
  expect(await answer.json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
  const { rowCount } = await database.asService.query({
    text: 'select from storage.objects where owner_id = $1',
    values: [id],
  });
  expect(rowCount).toBe(0);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
