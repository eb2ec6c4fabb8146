import { expect, it } from 'vitest';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { newEmail } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { hideJob, listEvidence, listReportedJobs, releaseJob, setEmployer } from './moderation.ts';

const { actors, asAdmin, database, post } = await openTestApi();
const email = newEmail();
const poster = await actors.signedIn(email);
const [once = '', twice = ''] = await storeJobs(database, [
  jobRow(poster.id, { title: 'Reported once' }),
  jobRow(poster.id, { title: 'Reported twice' }),
  jobRow(poster.id, { title: 'Never reported' }),
]);
for (const id of [once, twice, twice]) {
  await database.asService.query({
    text: `insert into public.job_reports (job_id, reason) values ($1, 'scam')`,
    values: [id],
  });
}
const reason = 'It asks applicants for a fee.\nWe do not list such jobs.';
const listed = async () => (await listReportedJobs(database)).map(({ title }) => title);
const isOnBoard = async (id: string) => {
  const { data } = await actors.anonymous.client.from('jobs').select('id').eq('id', id);
  return data?.length === 1;
};

it('lists what was reported, hides it, and releases it', async () => {
  expect(await listed()).toEqual(['Reported twice', 'Reported once']);

  expect(await hideJob(database, twice, reason)).toEqual({ title: 'Reported twice', isNew: true });
  expect(await isOnBoard(twice)).toBe(false);
  const hidden = (await listReportedJobs(database)).find(({ id }) => id === twice);
  expect(hidden).toMatchObject({ reports: [], hidden_at: expect.any(Date) });

  await releaseJob(database, twice);
  await releaseJob(database, once);
  expect(await isOnBoard(twice)).toBe(true);
  expect(await listed()).toEqual([]);
});

it('emails the poster why a job was hidden, once', async () => {
  await post.deliver();
  const [id = ''] = await storeJobs(database, [jobRow(poster.id, { title: 'Pay <b>first</b>' })]);
  const before = (await post.sentTo(email)).length;
  await hideJob(database, id, reason);
  expect(await hideJob(database, id, 'Another reason altogether.')).toMatchObject({ isNew: false });
  const mails = await post.sentTo(email);
  expect(mails).toHaveLength(before + 1);
  const [mail] = mails;
  expect(mail?.subject).toContain('Your job was taken off the board');
  for (const words of ['Pay <b>first</b>', ...reason.split('\n'), '/my-jobs']) {
    expect(mail?.text).toContain(words);
  }
  expect(mail?.html).not.toContain('<b>first');
});

it('sends no email about a job that is back by then', async () => {
  const [id = ''] = await storeJobs(database, [jobRow(poster.id)]);
  const before = (await post.sentTo(email)).length;
  await hideJob(database, id, reason);
  await releaseJob(database, id);
  expect(await post.sentTo(email)).toHaveLength(before);
});

it('reports what does not exist', async () => {
  expect(await hideJob(database, crypto.randomUUID(), reason)).toBeUndefined();
  expect(await releaseJob(database, crypto.randomUUID())).toBeUndefined();
});

it('changes a member’s company, as often as needed, from the next day', async () => {
  const address = newEmail();
  const member = await actors.signedIn(address);
  for (const company of ['First', 'Second', 'Third', 'Fourth']) {
    expect(await setEmployer(database, ` ${address.toUpperCase()} `, company)).toBeDefined();
  }
  const { data } = await member.client.rpc('employer_state').single();
  expect(data).toMatchObject({ company: 'First', next_company: 'Fourth', changes_left: 2 });
  expect(await setEmployer(database, newEmail(), 'Nobody')).toBeUndefined();
});

it('appears in the staff log as done by a command', async () => {
  const [id = ''] = await storeJobs(database, [jobRow(poster.id)]);
  await hideJob(database, id, reason);
  await releaseJob(database, id);
  await releaseJob(database, crypto.randomUUID());
  const address = newEmail();
  const member = await actors.signedIn(address);
  await setEmployer(database, address, 'Before');
  await setEmployer(database, address, 'After');
  await setEmployer(database, newEmail(), 'Nobody');
  const evidence = await listEvidence(database);
  let entries: unknown[] = [];
  await asAdmin(async (client) => {
    const { rows } = await client.query(
      `select l.act, l.subject_kind, d.reason, d.before, d.after - 'from' as after
        from staff.log as l join staff.log_details as d using (position)
        where l.actor_kind = 'command' and l.subject_id = any ($1) order by position`,
      [[id, member.id, 'evidence']],
    );
    entries = rows.map((row) => Object.values(row));
  });
  expect(entries).toEqual([
    ['hide-jobs', 'job', reason, null, null],
    ['release-jobs', 'job', null, null, null],
    ['set-employer', 'person', null, { company: null }, { company: 'Before' }],
    ['set-employer', 'person', null, { company: 'Before' }, { company: 'After' }],
    ['look-evidence', 'list', null, null, { rows: evidence.length }],
  ]);
});
