import { expect, it } from 'vitest';
import type { CaseDetail, CaseRow } from '#domain/staff/review.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { newEmail } from '#test/support/people.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';

// A request decides two hundred of a company case's postings; a task does the rest.

const api = await openTestApi();
const { actors, asAdmin, database, post, bugs } = api;
const staffActor = createStaffActors(api);
const [kim, lee] = [await staffActor('staff'), await staffActor('owner')];
const act = createStaffCalls(api);
const reason = 'It asks applicants for a fee.';

/** Somebody with a case about what they posted under one name. */
async function reported(many: number) {
  const email = newEmail();
  const person = { ...(await actors.signedIn(email)), email };
  const [first = ''] = await storeJobs(database, [jobRow(person.id)]);
  await asAdmin(async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into public.jobs (title, company, location, application_url, description, contact_name, contact_email,
          posted_by, company_id)
        select title || ' ' || nth, company, location, application_url, description, contact_name, contact_email,
          posted_by, company_id
        from (select * from public.jobs where id = $1) as one, generate_series(2, $2) as nth`,
      [first, many],
    );
  });
  await database.asService.query({
    text: `insert into public.job_reports (job_id, reason) values ($1, 'company')`,
    values: [first],
  });
  const { body } = await act(kim, 'list-cases', { filters: { person: person.id } });
  const { id } = body.rows[0] as CaseRow;
  const decide = async (who: typeof kim, how: 'hide' | 'release') => {
    const { body: it } = await act(who, 'review-case', { id });
    const { version } = it as CaseDetail;
    const answer = await act(who, `${how}-case`, {
      id,
      version,
      ...(how === 'hide' && { reason }),
    });
    expect(answer.status).toBe(200);
  };
  const onBoard = async () => {
    const { rows } = await database.asService.query<{ count: number }>({
      text: 'select count(*)::int from public.jobs where company_id = (select company_id from public.jobs where id = $1) and hidden_at is null',
      values: [first],
    });
    return rows[0]?.count;
  };
  return { person, first, id, decide, onBoard };
}

it('all of them are hidden even if the decision is appealed before the task has finished, and a release after the appeal restores all', async () => {
  const { person, id, decide, onBoard } = await reported(203);
  await decide(kim, 'hide');
  expect(await onBoard()).toBe(3);
  await asAdmin((client) =>
    client.query(
      `update staff.cases set state = 'appealed', appeal = 'It is a licence.', appealed_at = now() where id = $1`,
      [id],
    ),
  );
  await post.deliver();
  expect(await onBoard()).toBe(0);
  await decide(lee, 'hide');
  await post.deliver();
  expect(await onBoard()).toBe(0);
  await decide(lee, 'release');
  await post.deliver();
  expect(await onBoard()).toBe(203);
  expect((await post.sentTo(person.email)).length).toBeGreaterThan(0);
});

it('those that were about to come back and are hidden again come back with the others', async () => {
  const { decide, onBoard } = await reported(203);
  await decide(kim, 'hide');
  await post.deliver();
  await decide(kim, 'release');
  expect(await onBoard()).toBe(200);
  await decide(kim, 'hide');
  await post.deliver();
  expect(await onBoard()).toBe(0);
  await decide(kim, 'release');
  await post.deliver();
  expect(await onBoard()).toBe(203);
});

it('what was hidden comes back when released, even after its poster has left', async () => {
  const { person, first, id, decide, onBoard } = await reported(1);
  await decide(kim, 'hide');
  const heir = await actors.signedIn();
  // A person who was reported for the same name.
  await asAdmin(async (client) => {
    await client.query(
      `insert into public.company_members (company_id, user_id, role) select company_id, $2, 'recruiter' from public.jobs where id = $1`,
      [first, heir.id],
    );
    await client.query(
      `select staff.open_case('company', $2, $2, company_key, title, content_then) from staff.cases where id = $1`,
      [id, heir.id],
    );
    await client.query('select private.delete_account($1)', [person.id]);
  });
  await decide(kim, 'release');
  expect(await onBoard()).toBe(1);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
