import { describe, expect, it } from 'vitest';
import type { StaffJobRow } from '#domain/staff/jobs.ts';
import type { CaseDetail, CaseRow } from '#domain/staff/review.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { newEmail } from '#test/support/people.ts';
import { createStaffActors, type StaffActor } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post } = api;
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

/** A reported job that is on the board. */
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
  it('is one case, however often it is reported, and each look is logged', async () => {
    const { person, jobId, found } = await reportedJob();
    await ask('report-job', { jobId, reason: 'other', note: '' });
    const seen = await open(kim, found.id);
    expect(seen).toMatchObject({ kind: 'job', state: 'waiting', content_now: { id: jobId } });
    expect(seen.reported.map(({ reason }) => reason).toSorted()).toEqual(['other', 'scam']);
    expect(seen.history.account).toMatchObject({ email: person.email, is_proved: true });
    const { body } = await act(lee, 'list-log', { filters: { subject: person.id } });
    expect(body.rows[0]).toMatchObject({ act: 'look-case', actor: kim.email });
  });

  it('is hidden with an email, appealed once, and somebody else decides', async () => {
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
    expect((await post.sentTo(person.email))[0]?.text).toContain('This decision is final.');
    expect(await linkOf(person.email)).toBe('');
    // It is undone nevertheless: every decision can be.
    expect((await act(lee, 'release-case', { id: found.id, version: 4 })).status).toBe(200);
    expect(await isOnBoard(jobId)).toBe(true);
    // Hiding it again is a new decision, which nobody has reviewed.
    const anew = { id: found.id, version: 5, reason: 'Two applicants wrote to us.' };
    expect((await act(lee, 'hide-case', anew)).status).toBe(200);
    expect((await post.sentTo(person.email))[0]?.text).not.toContain('This decision is final.');
    await ask('answer-review', { token: await linkOf(person.email), words });
    expect(await open(kim, found.id)).toMatchObject({ state: 'appealed', others_decide: false });
  });

  it('is decided once by two who decide at the same moment, and the second is told who it was', async () => {
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
    const late = { case: body, person: person.id, reason: why };
    expect(await act(kim, 'block-person', late)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    });
    expect((await open(kim, found.id)).history.account).toMatchObject({ blocked_until: null });
  });

  it('that somebody claimed is left to them', async () => {
    const { found } = await reportedJob();
    const body = { id: found.id, version: 1 };
    expect((await act(kim, 'take-case', body)).status).toBe(200);
    const refused = await act(lee, 'release-case', body);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: `${kim.email} is looking at this.` },
    });
    expect((await act(kim, 'leave-case', body)).status).toBe(200);
    expect((await act(kim, 'take-case', body)).status).toBe(200);
    // Claimed while the clock was ahead: half an hour would last a year.
    await api.asAdmin((client) =>
      client.query(`update staff.cases set claimed_at = now() + interval '1 year' where id = $1`, [
        found.id,
      ]),
    );
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
    expect(late.body.error).toBe('The person has since answered.');
    // A later appeal is not an answer to the question.
    await act(kim, 'hide-case', { id: found.id, version: 3, reason: why });
    const appeal = await linkOf(person.email);
    await ask('answer-review', { token: appeal, words });
    expect((await ask('answer-review', { token: appeal })).body).toMatchObject({
      asks_for: 'appeal',
      is_open: false,
    });
  });

  it('may be about the company: then all its jobs of that poster are hidden and restored', async () => {
    const { person, jobId, found } = await reportedJob('company');
    const [other = '', another = ''] = await storeJobs(database, [
      jobRow(person.id),
      jobRow(person.id, { company: 'Another Clinic' }),
    ]);
    expect(found).toMatchObject({ kind: 'company', title: 'Piedmont Valley Health' });
    await act(kim, 'hide-case', { id: found.id, version: 1, reason: why });
    expect(await Promise.all([jobId, other, another].map(isOnBoard))).toEqual([false, false, true]);
    // Each of them leads to the case, and the others do not.
    const { body: list } = await act(kim, 'list-jobs', { filters: { poster: person.id } });
    const cases = new Map(list.rows.map((row: StaffJobRow) => [row.id, row.company_case]));
    const ofCompany = { id: found.id, state: 'hidden' };
    expect([jobId, other, another].map((id) => cases.get(id))).toEqual([
      ofCompany,
      ofCompany,
      null,
    ]);
    await act(kim, 'release-case', { id: found.id, version: 2 });
    expect(await Promise.all([jobId, other].map(isOnBoard))).toEqual([true, true]);
  });

  it('goes with the postings to a colleague when its poster closes the account', async () => {
    const { person, jobId, found } = await reportedJob('company');
    const heir = await poster();
    await database.asService.query({
      text: `insert into public.company_members (company_id, user_id, role)
        select company_id, $2, 'recruiter' from public.jobs where id = $1`,
      values: [jobId, heir.id],
    });
    const remove = { text: 'select private.delete_account($1)', values: [person.id] };
    await database.asService.query(remove);
    expect(await isOnBoard(jobId)).toBe(true);
    const { version } = await open(kim, found.id);
    await act(kim, 'hide-case', { id: found.id, version, reason: why });
    expect(await isOnBoard(jobId)).toBe(false);
    expect((await post.sentTo(heir.email))[0]?.text).toContain(why);
  });
});

it('a block settles pending cases about the person, and lifting it reopens them', async () => {
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

it('cannot be decided without a log entry', async () => {
  const { found } = await reportedJob();
  const silent = database.asCaller(kim.caller, (session) =>
    session.query({ text: 'select staff.decide_case($1, 1, false, null)', values: [found.id] }),
  );
  await expect(silent).rejects.toMatchObject({ code: 'SF500' });
});

it('everything waiting for staff is listed together, with a link to the queue for each', async () => {
  const { body } = await act(kim, 'list-cases', {
    filters: { state: 'open', kind: 'job' },
    order: 'oldest',
  });
  expect(body.rows.length).toBeGreaterThan(0);
  for (const { state, kind } of body.rows)
    expect([state, kind]).toEqual([expect.stringMatching(/waiting|answered|appealed/), 'job']);
  expect((await act(kim, 'list-cases', { filters: { age: '7' } })).body.rows).toEqual([]);
});

it('a case is found by its subject and its person, and the most reported come first', async () => {
  const person = await poster();
  for (const [title, reports] of [
    ['Nurse for Ωmega ward', 1],
    ['Ωmega coder 100%', 3],
  ] as const) {
    const [id = ''] = await storeJobs(database, [jobRow(person.id, { title })]);
    for (let count = 0; count < reports; count += 1) {
      await database.asService.query({
        text: `insert into public.job_reports (job_id, reason) values ($1, 'scam')`,
        values: [id],
      });
    }
  }
  const titlesOf = async (words: string, order = 'newest') => {
    const { body } = await act(kim, 'list-cases', { filters: { words }, order });
    return body.rows.map(({ title }: CaseRow) => title.split(' · ')[0]);
  };
  expect(await titlesOf('ωMEGA', 'reports')).toEqual(['Ωmega coder 100%', 'Nurse for Ωmega ward']);
  expect(await titlesOf('100%')).toEqual(['Ωmega coder 100%']);
  expect(await titlesOf(person.email.toUpperCase())).toHaveLength(2);
  expect(await titlesOf('no case is called so')).toEqual([]);
  const first = await act(kim, 'list-cases', { order: 'reports' });
  const reports = first.body.rows.map((row: CaseRow) => row.reports);
  expect(reports).toEqual(reports.toSorted((one: number, other: number) => other - one));
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
