import { expect, it } from 'vitest';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { newEmail } from '#test/support/people.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post } = api;
const kim = await createStaffActors(api)('staff');

const ask = createStaffCalls(api);
const act = async (name: string, body: object) => (await ask(kim, name, body)).body;

async function poster() {
  const email = newEmail();
  const person = await actors.signedIn(email);
  const postJob = async (changes: Record<string, unknown> = {}) => {
    const { data, error } = await person.client
      .from('jobs')
      .insert(jobRow(person.id, changes))
      .select('id')
      .single();
    if (error) throw error;
    const { data: own } = await person.client
      .from('jobs')
      .select('id, hidden_at, waits_for_review')
      .eq('id', data.id)
      .single();
    return own as unknown as { id: string; hidden_at: string | null; waits_for_review: boolean };
  };
  const cases = async () => (await act('list-cases', { filters: { person: person.id } })).rows;
  return { ...person, email, postJob, cases };
}

const choose = (settings: Record<string, unknown>) =>
  database.asService.query({
    text: 'select private.write_settings($1)',
    values: [JSON.stringify(settings)],
  });

const fee = { description: 'Work from home. Send the registration fee with Western Union.' };
const live = { hidden_at: null, waits_for_review: false };
const held = { hidden_at: expect.any(String), waits_for_review: true };

it('holds no ordinary job', async () => {
  const { postJob, cases } = await poster();
  expect(await postJob()).toMatchObject(live);
  expect(await cases()).toEqual([]);
});

it('holds what asks applicants for money, tells the poster, and lets staff release it for good', async () => {
  const person = await poster();
  const job = await person.postJob(fee);
  expect(job).toMatchObject(held);
  const [found] = await person.cases();
  expect(found).toMatchObject({ kind: 'job', reports: 0, held_for: ['payment'], state: 'waiting' });
  const [told] = await post.sentTo(person.email);
  expect(told?.subject).toContain('We are reviewing your job before it goes live');

  await act('release-case', { id: found.id, version: 1 });
  const [released] = await post.sentTo(person.email);
  expect(released?.subject).toContain('All is well');
  const { data } = await person.client
    .from('jobs')
    .update({ description: `${fee.description} Soon.` })
    .eq('id', job.id)
    .select('hidden_at, waits_for_review');
  expect(data).toEqual([live]);
});

it('does not send a title that is an address to a mailbox that nobody has confirmed', async () => {
  const person = await poster();
  await database.asService.query({
    text: 'update auth.users set email_proved_at = null where email = $1',
    values: [person.email],
  });
  await person.postJob({ ...fee, title: 'You won: evil-clinic.com' });
  const [told] = await post.sentTo(person.email);
  expect(told?.text).toContain('A job on our board');
  expect(`${told?.text}${told?.html}`).not.toContain('evil-clinic');
});

it('tells nobody else that a job is held, whatever row they invent', async () => {
  const { id } = await (await poster()).postJob(fee);
  const other = await poster();
  const job = { id, posted_by: other.id, hidden_at: new Date().toISOString() };
  const { data, error } = await other.client.rpc('waits_for_review' as never, { job } as never);
  expect([data, error]).toEqual([false, null]);
});

it('holds a job that becomes such a one by a change', async () => {
  const { client, postJob } = await poster();
  const { id } = await postJob();
  const change = { application_url: 'https://bit.ly/3xYz' };
  const { data } = await client.from('jobs').update(change).eq('id', id).select('hidden_at');
  expect(data).toEqual([{ hidden_at: expect.any(String) }]);
});

it('tells the whole company, and nobody else, that a job is waiting', async () => {
  const [first, colleague, stranger] = [await poster(), await poster(), await poster()];
  const { id } = await first.postJob(fee);
  await database.asService.query({
    text: `insert into public.company_members (company_id, user_id, role)
      select company_id, $2, 'viewer' from public.jobs where id = $1`,
    values: [id, colleague.id],
  });
  const seen = async ({ client }: typeof first) =>
    (await client.from('jobs').select('hidden_at, waits_for_review').eq('id', id)).data;
  expect([await seen(first), await seen(colleague)]).toEqual([[held], [held]]);
  expect(await seen(stranger)).toEqual([]);
});

it('trusts people who have had a job up for more than a week', async () => {
  const { id, postJob } = await poster();
  const ago = new Date(Date.now() - 8 * 86_400_000);
  await storeJobs(database, [jobRow(id, { created_at: ago, published_at: ago })]);
  expect(await postJob(fee)).toMatchObject(live);
});

it('holds the same long text from the third account on, but not repeats by one account, nor at home', async () => {
  const description = 'Remote position for everybody, with weekly pay and a laptop. '.repeat(5);
  const people = await Promise.all([poster(), poster(), poster()]);
  const seen: unknown[] = [];
  for (const { postJob } of [people[0], people[0], people[1], people[2]].filter(
    (one) => one !== undefined,
  )) {
    seen.push((await postJob({ description })).waits_for_review);
  }
  expect(seen).toEqual([false, false, false, true]);

  await choose({ message_limits: 'wide' });
  expect(await (await poster()).postJob({ description })).toMatchObject(live);
  await choose({ message_limits: 'usual' });
});

it('holds first jobs if the setting says so', async () => {
  await choose({ jobs_review_first: true });
  const { postJob, cases } = await poster();
  expect(await postJob()).toMatchObject(held);
  const [found] = await cases();
  expect(found.held_for).toEqual(['first-job']);
  await act('release-case', { id: found.id, version: 1 });
  expect(await postJob()).toMatchObject(live);
  await choose({ jobs_review_first: false });
});

it('holds postings of a company that staff hid, new or renamed, until it is shown again', async () => {
  const person = await poster();
  const first = await person.postJob({ company: 'Quick Cash Clinics' });
  await database.asService.query({
    text: `insert into public.job_reports (job_id, reason) values ($1, 'company')`,
    values: [first.id],
  });
  const [reported] = await person.cases();
  const reason = 'We could find no company of that name.';
  await act('hide-case', { id: reported.id, version: 1, reason });
  expect(await person.postJob({ company: 'QUICK CASH clinics' })).toMatchObject(held);
  expect((await person.cases())[0]).toMatchObject({ kind: 'job', held_for: ['hidden-company'] });
  // Another name of theirs is not hidden until it becomes that name.
  const other = await person.postJob({ company: 'Honest Hospital' });
  expect(other).toMatchObject(live);
  const own = person.client.from('jobs');
  await own.update({ company: 'Quick Cash Clinics' }).eq('id', other.id);
  const { data } = await own.select('hidden_at, waits_for_review').eq('id', other.id);
  expect(data).toEqual([held]);
  await act('release-case', { id: reported.id, version: 2 });
  expect(await person.postJob({ company: 'Quick Cash Clinics' })).toMatchObject(live);
});

it('opens no case for an id that is taken', async () => {
  const [one, other] = [await poster(), await poster()];
  const { id } = await one.postJob();
  await expect(other.postJob({ id, ...fee })).rejects.toMatchObject({ code: '23505' });
  expect(await other.cases()).toEqual([]);
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
