import { expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const staffActor = createStaffActors(api);

const act = createStaffCalls(api);

it('a digest says what is waiting and what happened, to those who want it, and is not sent if there is nothing to say', async () => {
  const [owner, viewer, silent] = [
    await staffActor('owner'),
    await staffActor('viewer'),
    await staffActor('staff'),
  ];
  expect((await act(silent, 'set-hearing', { alarms: false, digest: false })).status).toBe(200);
  const change = (text: string) => api.asAdmin((client) => client.query(text));
  const morning = () => change("select queue.add('staff-digests', '{}')");
  await change("update auth.users set created_at = now() - interval '2 days'");
  await morning();
  for (const { email } of [owner, viewer, silent]) expect(await api.post.sentTo(email)).toEqual([]);

  await change(`update auth.users set created_at = now() where email = '${silent.email}';
    insert into staff.alarms (kind) values ('queue');
    set session_replication_role = replica;
    insert into staff.factor_helps (user_id, asked_by, waits, told_at)
      values (gen_random_uuid(), '${silent.id}', '1 hour', now() - interval '2 hours');
    insert into staff.company_cases (kind, company_id, claim) values ('check', gen_random_uuid(), 'A claim');
    insert into staff.cases (kind, subject_id, person_id, person_then, title, state, held_for)
      -- Hidden from the list of jobs, which nobody had reported; and one that its reader finds nowhere.
      values ('job', gen_random_uuid(), null, '{}', 'Coder', 'appealed', '{}'),
        ('profile', gen_random_uuid(), '${owner.id}', '{}', 'Theirs', 'waiting', '{}'),
        ('job', gen_random_uuid(), null, '{}', 'Biller', 'waiting', '{payment}');
    set session_replication_role = default`);
  await morning();
  const [mail] = await api.post.sentTo(owner.email);
  expect(mail?.subject).toMatch(/^Waiting for you: 1 report or appeal waits/);
  expect(mail?.text).toContain('1 claim of a company waits');
  expect(mail?.text).toContain('1 job is held back and waits');
  expect(mail?.text).toContain('1 lost second step waits until you agree');
  expect(mail?.text).toContain('1 thing is still wrong');
  expect(mail?.text).toContain('1 sign-up');
  // Viewers only get the figures.
  const [figures] = await api.post.sentTo(viewer.email);
  expect(figures?.subject).toMatch(/^Yesterday: 1 sign-up/);
  expect(figures?.text).not.toContain('wrong');
  expect(await api.post.sentTo(silent.email)).toEqual([]);
});

it('a digest shows Today’s figures, money as money, and memberships only with news', async () => {
  const viewer = await staffActor('viewer');
  const change = (text: string) => api.asAdmin((client) => client.query(text));
  await change(`delete from staff.alarms; update auth.users set created_at = now() - interval '2 days';
    delete from staff.figures; insert into staff.figures (name, day, value)
      values ('memberships', timezone('UTC', now())::date, 12)`);
  const morning = () => change("select queue.add('staff-digests', '{}')");
  await morning();
  expect(await api.post.sentTo(viewer.email)).toEqual([]);
  const [job] = await storeJobs(api.database, [jobRow(viewer.id)]);
  await change(`update public.jobs set created_at = now() - interval '3 days';
    insert into public.job_activity (job_id, day, apply_clicks)
      values ('${job}', timezone('UTC', now())::date - 1, 3);
    insert into staff.figures (name, day, value)
      values ('revenue', timezone('UTC', now())::date - 1, 1299.5)`);
  const { candidate, send } = createCandidates(api.actors);
  await send(await api.actors.member(), await candidate(), 'Would you like to talk?');
  await morning();
  const [mail] = await api.post.sentTo(viewer.email);
  for (const words of [
    '3 clicks on Apply',
    '1 conversation begun',
    '$1,299.50 of revenue',
    '12 memberships with access now',
  ])
    expect(mail?.text).toContain(words);
});

it('each person chooses their own notifications, and the log says so', async () => {
  const [owner, other] = [await staffActor('owner'), await staffActor('staff')];
  const before = (await act(other, 'hearing')).body;
  await act(owner, 'set-hearing', { alarms: false, digest: true });
  expect((await act(owner, 'hearing')).body).toMatchObject({ alarms: false, digest: true });
  expect((await act(other, 'hearing')).body).toMatchObject({
    ...before,
    hearing: before.hearing - 1,
  });
  const { body } = await act(owner, 'list-log', { filters: { subject: owner.id } });
  expect(body.rows[0]).toMatchObject({
    act: 'set-hearing',
    before: { alarms: true, digest: true },
    after: { alarms: false, digest: true },
  });
});

it('the chat’s URL must be https, and is neither shown nor logged', async () => {
  const owner = await staffActor('owner');
  for (const url of [
    'http://chat.example/x',
    'https://me:word@chat.example/x',
    'https://chat.example:8443/x',
    'javascript:alert(1)',
    `https://chat.example/${'ü'.repeat(300)}`,
  ]) {
    expect([url, (await act(owner, 'set-alarm-webhook', { url })).status]).toEqual([url, 400]);
  }
  // As somebody may also type the URL.
  const { status } = await act(owner, 'set-alarm-webhook', { url: 'https:CHAT.example/another' });
  expect(status).toBe(200);
  await act(owner, 'set-alarm-webhook', { url: 'HTTPS://chat.example/a-secret' });
  const known = await act(owner, 'hearing');
  expect(known.body.webhook).toBe('chat.example');
  expect((await act(await staffActor('staff'), 'hearing')).body.webhook).toBeNull();
  const log = await act(owner, 'list-log', { filters: { act: 'set-alarm-webhook' } });
  expect(log.body.rows[0].after).toEqual({ host: 'chat.example' });
  expect(JSON.stringify([known, log])).not.toContain('a-secret');
  await act(owner, 'set-alarm-webhook', { url: '' });
  expect((await act(owner, 'hearing')).body.webhook).toBeNull();
  expect((await act(owner, 'try-alarm')).status).toBe(200);
  const { body } = await act(owner, 'list-alarms');
  expect(body.rows[0]).toMatchObject({ kind: 'test', told_at: null });
  // Only what is over, or only what is not.
  for (const [state, isThere] of [
    ['over', true],
    ['open', false],
  ] as const) {
    const list = await act(owner, 'list-alarms', { filters: { state } });
    const kinds = list.body.rows.map(({ kind }: { kind: string }) => kind);
    expect([state, kinds.includes('test')]).toEqual([state, isThere]);
  }
});
