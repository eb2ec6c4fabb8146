import { describe, expect, it } from 'vitest';
import type { CaseRow } from '#domain/staff/review.ts';
import { join, leave } from '#test/support/companies.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { createStaffActors, type StaffActor } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';

/** What concerns the acting person: a posting of their company, a conversation of its team, their own credential. */

const api = await openTestApi();
const { actors, database } = api;
const staffActor = createStaffActors(api);
const [kim, lee, owner] = [
  await staffActor('staff'),
  await staffActor('staff'),
  await staffActor('owner'),
];

const act = createStaffCalls(api);

const set = (text: string, ...values: unknown[]) => database.asService.query({ text, values });

async function caseAbout(person: string, seenBy = lee): Promise<CaseRow | undefined> {
  const { body } = await act(seenBy, 'list-cases', { filters: { person } });
  return body.rows[0];
}

/** A reported posting of a company that Kim works for. */
async function postingOfKims(reason = 'scam') {
  const colleague = await actors.signedIn();
  const name = `Heron ${crypto.randomUUID().slice(0, 8)}`;
  const [job = ''] = await storeJobs(database, [jobRow(colleague.id, { company: name })]);
  const { rows } = await database.asService.query<{ company_id: string }>({
    text: 'select company_id from public.jobs where id = $1',
    values: [job],
  });
  const company = rows[0]?.company_id ?? '';
  await join(database, company, kim.id, 'viewer');
  await set('insert into public.job_reports (job_id, reason) values ($1, $2)', job, reason);
  return { colleague, name, job, company, found: await caseAbout(colleague.id) };
}

describe('a case about the caller’s own company', () => {
  it.each(['scam', 'company'])('is for somebody else, reported as %s', async (reason) => {
    const { colleague, company, found } = await postingOfKims(reason);
    expect(found).toBeDefined();
    const id = found?.id ?? '';
    expect(await caseAbout(colleague.id, kim)).toBeUndefined();
    const words = { reason: 'It is quite all right.', question: 'Is it quite all right?' };
    for (const name of ['review-case', 'take-case', 'release-case', 'hide-case', 'ask-case']) {
      const answer = await act(kim, name, { id, version: 1, ...words });
      expect([name, answer.status]).toEqual([name, 404]);
    }
    expect((await act(lee, 'review-case', { id })).status).toBe(200);
    await leave(database, company, kim.id);
    expect(await caseAbout(colleague.id, kim)).toMatchObject({ id });
  });

  it('cannot be decided in the list of jobs either, where it looks as if nobody had reported it', async () => {
    const { name, job } = await postingOfKims();
    const filters = { words: name.toLowerCase() };
    const listed = async (who: StaffActor) =>
      (await act(who, 'list-jobs', { filters })).body.rows[0];
    expect(await listed(lee)).toMatchObject({ id: job, reports: 1 });
    const row = await listed(kim);
    expect(row).toMatchObject({ id: job, reports: 0, newest_case: null });
    const reported = await act(kim, 'list-jobs', { filters: { ...filters, reported: 'yes' } });
    expect(reported.body.rows).toEqual([]);
    const jobs = [{ id: job, seen: row.seen, version: 0 }];
    const hidden = await act(kim, 'hide-jobs', { jobs, reason: 'It is a rival of mine.' });
    expect(hidden.body).toMatchObject({
      refused: [{ id: job, why: expect.stringContaining('own company') }],
    });
  });

  it('can be decided by the person who decided first, if nobody else is left who could', async () => {
    const { found } = await postingOfKims();
    const id = found?.id ?? '';
    const { rows } = await database.asService.query<{ others: boolean }>({
      text: 'select count(*) > 0 as others from staff.list_members()',
    });
    expect(rows[0]?.others).toBe(true);
    await api.asAdmin(async (client) => {
      const asked = async (left: string[]) => {
        await client.query('begin');
        await client.query('set local session_replication_role = replica');
        await client.query('delete from staff.members where not user_id = any ($1)', [left]);
        await client.query(`select set_config('request.jwt.claims', $1, true)`, [
          JSON.stringify({ sub: lee.id, role: 'authenticated' }),
        ]);
        const answer = await client.query(
          'select staff.has_other_decider(c) as has from staff.cases as c where c.id = $1',
          [id],
        );
        await client.query('rollback');
        return answer.rows[0]?.has;
      };
      expect(await asked([lee.id, owner.id])).toBe(true);
      expect(await asked([lee.id, kim.id])).toBe(false);
    });
  });
});

it('a conversation of the caller’s own team is for somebody else to judge', async () => {
  const [member, candidate] = [await actors.member(), await actors.signedIn()];
  const { rows } = await database.asService.query<{ id: string }>({
    text: `insert into public.conversations (member_id, candidate_id, candidate_headline, member_name)
      values ($1, $2, 'Coder', 'Kim') returning id`,
    values: [member.id, candidate.id],
  });
  const conversation = rows[0]?.id ?? '';
  await set(
    'insert into public.message_reports (conversation_id, reporter_id, reason) values ($1, $2, $3)',
    conversation,
    candidate.id,
    'spam',
  );
  const found = await caseAbout(member.id, kim);
  expect(found).toBeDefined();
  const { rows: own } = await database.asService.query<{ id: string }>({
    text: 'select company_id as id from public.company_members where user_id = $1',
    values: [member.id],
  });
  const company = own[0]?.id ?? '';
  await set('update public.conversations set company_id = $2 where id = $1', conversation, company);
  expect(await caseAbout(member.id, kim)).toBeDefined();
  await join(database, company, kim.id);
  expect(await caseAbout(member.id, kim)).toBeUndefined();
  expect((await act(kim, 'review-case', { id: found?.id })).status).toBe(404);
});

describe('the caller’s own credential', () => {
  const line = (email: string) => ({
    type: 'CIHIS-S',
    name: 'Kim Staff',
    email,
    awarded_on: '2026-01-15',
    expires_on: '2096-01-15',
    evidence: '',
  });

  async function awarded(email: string): Promise<string> {
    const answer = await act(owner, 'award-credentials', { lines: [line(email)] });
    expect(answer.body).toMatchObject({ awarded: 1 });
    return answer.body.numbers[0];
  }

  it('is awarded by somebody else, and nobody awards one to a higher role', async () => {
    for (const email of [kim.email, owner.email.toUpperCase()]) {
      const answer = await act(kim, 'award-credentials', { lines: [line(email)] });
      expect([answer.status, answer.body.error]).toEqual([
        400,
        expect.stringContaining('You cannot award'),
      ]);
      const direct = database.asCaller(kim.caller, (session) =>
        session.query({
          text: 'select register.award($1)',
          values: [JSON.stringify([{ ...line(email.toLowerCase()), number: '0000000000000' }])],
        }),
      );
      await expect(direct).rejects.toMatchObject({ code: 'SF409' });
    }
  });

  it('is changed by somebody else, claimed or not', async () => {
    const claimed = await awarded(kim.email);
    const unclaimed = await awarded(lee.email);
    const former = await awarded('former@people.example');
    await api.asAdmin(async (client) => {
      const holder = 'update register.awards set user_id = $2 where number = $1';
      await client.query(holder, [unclaimed, null]);
      await client.query(holder, [former, kim.id]);
    });
    const others = await awarded('somebody@people.example');
    const all = {
      name: 'Another Name',
      expiresOn: '2098-01-15',
      reason: 'For a test.',
      email: 'other@people.example',
      line: line('other@people.example'),
    };
    for (const name of [
      'correct-credential-name',
      'renew-credential',
      'suspend-credential',
      'revoke-credential',
      'replace-credential',
      'readdress-credential',
    ]) {
      for (const [who, number] of [
        [kim, claimed],
        [kim, former],
        [lee, unclaimed],
      ] as const) {
        const answer = await act(who, name, { number, ...all });
        expect([name, answer.status, answer.body.code]).toEqual([name, 409, 'not_on_them']);
      }
    }
    const taken = await act(kim, 'readdress-credential', { number: others, email: kim.email });
    expect(taken.body.code).toBe('not_on_them');
    const swapped = await act(kim, 'replace-credential', {
      number: others,
      line: line(kim.email),
      reason: 'For a test.',
    });
    expect(swapped.status).toBe(400);
    const late = await staffActor('staff', { shownAgo: '6 minutes' });
    const replacing = `register.replace_award('${others}', '${JSON.stringify(line(kim.email))}', 'x')`;
    for (const [who, call, code] of [
      [kim, replacing, 'SF409'],
      [late, replacing, 'SF403'],
      [late, `register.set_state('${others}', 'revoked', 'x')`, 'SF403'],
    ] as const) {
      const direct = database.asCaller(who.caller, (session) =>
        session.query({ text: `select ${call}` }),
      );
      await expect(direct).rejects.toMatchObject({ code });
    }
    expect((await act(kim, 'look-credential', { number: claimed })).body.not_on).toBe('self');
    expect((await act(kim, 'look-credential', { number: others })).body.not_on).toBeNull();
  });
});

it('a page says whether anything can be done about the person', async () => {
  const person = await actors.signedIn();
  const seen = async (who: StaffActor, id: string) =>
    (await act(who, 'look-person', { person: id })).body.not_on;
  expect(await seen(kim, kim.id)).toBe('self');
  expect(await seen(kim, owner.id)).toBe('higher');
  expect(await seen(owner, kim.id)).toBeNull();
  expect(await seen(kim, person.id)).toBeNull();
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
