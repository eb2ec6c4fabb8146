import { describe, expect, it } from 'vitest';
import type { BulkAnswer, CompanyRow, StaffJobRow } from '#domain/staff/jobs.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { newEmail } from '#test/support/people.ts';
import { createStaffActors, type StaffActor } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post } = api;
const staffActor = createStaffActors(api);
const [kim, lee] = [await staffActor('staff'), await staffActor('owner')];
const why = 'It asks applicants for a fee.';

const act = createStaffCalls(api);

async function poster(words: Record<string, unknown>[] = [{}]) {
  const email = newEmail();
  const person = await actors.signedIn(email);
  const ids = await storeJobs(
    database,
    words.map((each) => jobRow(person.id, each)),
  );
  return { ...person, email, ids };
}

async function list(filters: object): Promise<StaffJobRow[]> {
  const { body } = await act(kim, 'list-jobs', { filters });
  return body.rows;
}
const chosen = (rows: StaffJobRow[]) =>
  rows.map(({ id, seen, newest_case: found }) => ({ id, seen, version: found?.version ?? 0 }));

async function decide(who: StaffActor, name: string, rows: StaffJobRow[]): Promise<BulkAnswer> {
  const { status, body } = await act(who, name, {
    jobs: chosen(rows),
    ...(name === 'hide-jobs' && { reason: why }),
  });
  expect(status).toBe(200);
  return body;
}
const isOnBoard = async (id = '') =>
  (await actors.anonymous.client.from('jobs').select('id').eq('id', id)).data?.length === 1;
const report = (id = '', reason = 'scam') =>
  database.asService.query({
    text: `insert into public.job_reports (job_id, reason, note) values ($1, $2, 'They want money.')`,
    values: [id, reason],
  });
const mailsTo = async (email: string) =>
  (await post.sentTo(email)).map(({ subject }) => subject.split(' · ')[0]);

describe('the list of jobs', () => {
  it('finds by words, poster, company, state, reports and days', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const { id, ids } = await poster([
      { title: `Live ${mark}`, company: `The ${mark} Clinic, Inc.` },
      { title: `Closed ${mark}`, is_active: false },
      { title: `Featured ${mark}` },
      { title: `Hidden ${mark}`, hidden_at: new Date().toISOString() },
    ]);
    await database.asService.query({
      text: 'update public.jobs set is_featured = true where id = $1',
      values: [ids[2]],
    });
    await report(ids[0]);
    const titles = async (filters: object) =>
      (await list({ words: mark, ...filters })).map(({ title }) => title.split(' ')[0]).toSorted();
    expect(await titles({})).toEqual(['Closed', 'Featured', 'Hidden', 'Live']);
    expect(await titles({ poster: id })).toHaveLength(4);
    expect(await titles({ state: 'live' })).toEqual(['Featured', 'Live']);
    expect(await titles({ state: 'ended' })).toEqual(['Closed']);
    expect(await titles({ state: 'hidden' })).toEqual(['Hidden']);
    expect(await titles({ state: 'held' })).toEqual([]);
    expect(await titles({ reported: 'yes' })).toEqual(['Live']);
    expect(await titles({ since: '2020-01-01', until: '2020-12-31' })).toEqual([]);
    const [live] = await list({ words: `live ${mark}` });
    expect(live).toMatchObject({ status: 'live', reports: 1, newest_case: { state: 'waiting' } });
    expect(await titles({ company: live?.company_key })).toEqual(['Live']);
    // Wildcards that somebody types are taken literally.
    expect(await list({ words: `live_${mark}` })).toEqual([]);
  });

  it('pages through all of one poster’s, each once', async () => {
    const { id } = await poster(
      Array.from({ length: 120 }, (_, place) => ({ title: `Job ${place} of many` })),
    );
    const seen = new Set<string>();
    let after: string | undefined;
    do {
      const { body } = await act(kim, 'list-jobs', { filters: { poster: id }, after });
      for (const row of body.rows) seen.add(row.id);
      after = body.next;
    } while (after);
    expect(seen.size).toBe(120);
  });

  it('can be exported by owners only, with harmless cells, and is logged', async () => {
    const { id } = await poster([{ title: '=HYPERLINK("https://evil.example")' }]);
    const filters = { poster: id };
    expect((await act(kim, 'file-jobs', { filters })).status).toBe(404);
    const { body } = await act(lee, 'file-jobs', { filters });
    expect(body.csv).toContain(`"'=HYPERLINK(""https`);
    expect(body.csv).toContain(',On the board,');
    const log = await act(lee, 'list-log', { filters: { act: 'export-list', subject: 'jobs' } });
    expect(log.body.rows[0].after).toMatchObject({ filters, rows: 1 });
  });
});

describe('an act on many jobs', () => {
  it('hides each with a log entry and one email, which can be appealed once, and says which were refused', async () => {
    const { id, email, ids } = await poster([{}, {}, {}]);
    const own = await storeJobs(database, [jobRow(kim.id)]);
    const boss = await storeJobs(database, [jobRow(lee.id)]);
    const rows = [
      ...(await list({ poster: id })),
      ...(await list({ poster: kim.id })),
      ...(await list({ poster: lee.id })),
    ];
    // One of them changes after it was read.
    await database.asService.query({
      text: `update public.jobs set title = 'Another job' where id = $1`,
      values: [ids[0]],
    });
    const { done, refused } = await decide(kim, 'hide-jobs', rows);
    expect(done.toSorted()).toEqual([ids[1], ids[2]].toSorted());
    expect(Object.fromEntries(refused.map((each) => [each.id, each.why]))).toEqual({
      [String(ids[0])]: 'The job was changed since you looked.',
      [String(own[0])]: expect.stringContaining('You cannot do this to yourself'),
      [String(boss[0])]: expect.stringContaining('higher role'),
    });
    expect([await isOnBoard(ids[0]), await isOnBoard(ids[1])]).toEqual([true, false]);
    const { body } = await act(lee, 'list-log', { filters: { subject: id, act: 'hide-jobs' } });
    expect(body.rows).toHaveLength(2);
    expect(body.rows[0]).toMatchObject({ reason: why, before: { hidden: false } });
    const [mail] = await post.sentTo(email);
    expect(mail?.text).toContain(why);
    const token = mail?.text.match(/our-decision\?token=([\w-]+)/)?.[1] ?? '';
    const sent = await api.fetch('/functions/v1/answer-review', {
      method: 'POST',
      headers: actors.anonymous.headers,
      body: JSON.stringify({ token, words: 'The fee is paid back.' }),
    });
    expect(await sent.json()).toMatchObject({ is_sent: true });
    // Somebody else must decide an appeal, in the list as in the queue.
    const appealed = (await list({ poster: id })).filter(
      ({ newest_case: found }) => found?.state === 'appealed',
    );
    expect(appealed).toHaveLength(1);
    const refusedOwn = await decide(kim, 'release-jobs', appealed);
    expect(refusedOwn.refused[0]?.why).toContain('Somebody else on the team');
    expect((await decide(lee, 'release-jobs', appealed)).done).toHaveLength(1);
    expect((await post.sentTo(email))[0]?.subject).not.toBe(mail?.subject);
  });

  it('announces a release only to those who had been told, whoever hid it and however', async () => {
    const { id, email, ids } = await poster([{}, {}, {}]);
    // Reported but still on the board: its poster has not been told.
    await report(ids[0]);
    const [reported] = (await list({ poster: id })).filter((row) => row.id === ids[0]);
    expect((await decide(kim, 'release-jobs', [reported as StaffJobRow])).done).toEqual([ids[0]]);
    expect(await mailsTo(email)).toEqual([]);
    // Hidden without a case, as by a command, which sends an email.
    await database.asService.query({
      text: 'update public.jobs set hidden_at = now() where id = $1',
      values: [ids[1]],
    });
    const rows = (await list({ poster: id })).filter((row) => row.id === ids[1]);
    expect((await decide(kim, 'release-jobs', rows)).done).toEqual([ids[1]]);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await isOnBoard(ids[1])).toBe(true);
    const [left] = (await list({ poster: id })).filter((row) => row.id === ids[2]);
    const { refused } = await decide(kim, 'release-jobs', [left as StaffJobRow]);
    expect(refused[0]?.why).toContain('not hidden');
  });

  it('hides a released one again, with a new appeal, and skips what is hidden', async () => {
    const { id } = await poster();
    for (const [name, count] of [
      ['hide-jobs', 1],
      ['release-jobs', 1],
      ['hide-jobs', 1],
      ['hide-jobs', 0],
    ] as const) {
      const { done, refused } = await decide(kim, name, await list({ poster: id }));
      expect([name, done.length, refused.length]).toEqual([name, count, 1 - count]);
    }
    const { body } = await act(kim, 'list-cases', { filters: { person: id } });
    expect(body.rows.map(({ state }: { state: string }) => state).toSorted()).toEqual([
      'hidden',
      'released',
    ]);
  });

  it('tells the second of two at once, and leaves nothing half done', async () => {
    const { id } = await poster([{}, {}]);
    const rows = await list({ poster: id });
    const answers = await Promise.all([kim, lee].map((who) => decide(who, 'hide-jobs', rows)));
    expect(answers.flatMap(({ done }) => done)).toHaveLength(2);
    expect(answers.flatMap(({ refused }) => refused)).toHaveLength(2);
    const { body } = await act(lee, 'list-log', { filters: { subject: id, act: 'hide-jobs' } });
    expect(body.rows).toHaveLength(2);
  });

  it('is refused with a version that nobody could have seen', async () => {
    const { id, ids } = await poster();
    const [row] = await list({ poster: id });
    for (const seen of ['', 'x', '2026-02-31 00:00:00+00', 'infinity', '\u0000']) {
      const { done, refused } = await decide(kim, 'hide-jobs', [{ ...row, seen } as StaffJobRow]);
      expect([done, refused]).toEqual([
        [],
        [{ id: ids[0], why: 'The job was changed since you looked.' }],
      ]);
    }
    const place = (at: string) => Buffer.from(JSON.stringify([at, id])).toString('base64url');
    for (const at of ['2026-99-99 99:99:99+00', '2026-02-31 00:00:00+00', 'x']) {
      expect((await act(kim, 'list-jobs', { after: place(at) })).status).toBe(400);
    }
    expect(
      (await act(kim, 'list-jobs', { after: place('2026-02-28 00:00:00.123456+00') })).status,
    ).toBe(200);
  });

  it('takes at most a hundred', async () => {
    const { id } = await poster(Array.from({ length: 3 }, () => ({})));
    const [one] = chosen(await list({ poster: id }));
    const jobs = Array.from({ length: 101 }, () => one);
    expect((await act(kim, 'hide-jobs', { jobs, reason: why })).status).toBe(400);
    expect((await act(kim, 'hide-jobs', { jobs: [one], reason: 'no' })).status).toBe(400);
  });
});

describe('the list of companies', () => {
  const find = async (words: string): Promise<CompanyRow[]> =>
    (await act(kim, 'list-companies', { filters: { words } })).body.rows;

  it('counts the jobs, posters and reports of a name correctly', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const one = await poster([{ company: `Clinic ${mark}` }, { company: `clinic ${mark}, LLC` }]);
    const other = await poster([{ company: `Clinic ${mark}` }]);
    await report(one.ids[0], 'company');
    expect(await find(mark)).toMatchObject([{ jobs: 3, posters: 2, reports: 1 }]);
    await database.asService.query({
      text: `update public.jobs set company = $2 where id = $1`,
      values: [other.ids[0], `Hospital ${mark}`],
    });
    await database.asService.query({
      text: 'delete from public.jobs where id = $1',
      values: [one.ids[1]],
    });
    const found = await find(mark);
    expect(found.map(({ name, jobs, posters }) => [name, jobs, posters]).toSorted()).toEqual([
      [`Clinic ${mark}`, 1, 1],
      [`Hospital ${mark}`, 1, 1],
    ]);
    expect(await list({ company: found[0]?.key })).toHaveLength(1);
    await database.asService.query({
      text: 'delete from auth.users where id = any ($1)',
      values: [[one.id, other.id]],
    });
    expect(await find(mark)).toEqual([]);
  });

  it('is sorted by their number', async () => {
    const { body } = await act(kim, 'list-companies', { order: 'jobs' });
    const counts = body.rows.map(({ jobs }: CompanyRow) => jobs);
    expect(counts).toEqual([...counts].toSorted((a, b) => b - a));
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
