import { expect, it } from 'vitest';
import type { CompanyCaseRow } from '#domain/companies/company.ts';
import { ownCompany, provedAddress } from '#test/support/companies.ts';
import { jobRow, postWithoutLimit } from '#test/support/jobs.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { untilSomebodyWaits } from '#test/support/until-somebody-waits.ts';

const api = await openTestApi();
const { actors, asAdmin, database, post, bugs } = api;
const kim = await createStaffActors(api)('staff');
const act = createStaffCalls(api);
await postWithoutLimit(database);

/** A company that claims the name of a proved one, with a staff case about it. */
async function claimant(name: string) {
  const companies = await Promise.all(
    [name, `${name} Inc`].map(async (called) => {
      const person = await actors.signedIn();
      await provedAddress(database, person.id, `${person.id}@${name.toLowerCase()}.example`);
      return { person, company: await ownCompany(person, called) };
    }),
  );
  const [proven, fake] = companies as [(typeof companies)[0], (typeof companies)[0]];
  await proven.person.client.functions.invoke('set-company-address', {
    body: { company: proven.company, web_address: `${name.toLowerCase()}.example` },
  });
  const decide = async (approves: boolean) => {
    const { body } = await act(kim, 'list-company-cases', { filters: {} });
    const found = (body.rows as CompanyCaseRow[]).find((row) => row.company_id === fake.company);
    const reason = 'The name belongs to the other company.';
    return act(kim, 'decide-company', {
      ...{ id: found?.id, approves, reason, seen: found?.decision ?? null },
    });
  };
  return { ...fake, decide };
}

/** Hundreds of mails about single postings are waiting; what they say has tests of its own. */
const dropMails = () =>
  asAdmin((client) =>
    client.query(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where task_identifier = 'review-mail'`),
  );

async function isOnBoard(company: string) {
  const { rows } = await database.asService.query<{ count: number }>({
    text: 'select count(*)::int from public.jobs as j where j.company_id = $1 and private.is_open(j)',
    values: [company],
  });
  return rows[0]?.count;
}

it('takes down and restores several hundred postings, including those added in between', async () => {
  const { company, decide } = await claimant('Wagtail');
  const add = (many: number) =>
    asAdmin(async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into public.jobs (title, company, location, application_url, description, contact_name, contact_email,
            posted_by, company_id)
          select title || ' ' || nth, company, location, application_url, description, contact_name, contact_email,
            posted_by, company_id
          from (select * from public.jobs where company_id = $1 limit 1) as one, generate_series(1, $2) as nth`,
        [company, many],
      );
    });
  await add(330);
  // One of those without a case of its own was reported, and nobody has looked at it yet.
  await database.asService.query({
    text: `insert into public.job_reports (job_id, reason)
      select id, 'scam' from public.jobs where company_id = $1 order by id desc limit 1`,
    values: [company],
  });
  expect(await decide(false)).toMatchObject({ status: 200, body: { hidden: 331 } });
  // A task does the rest: no request has to wait for thousands.
  expect(await isOnBoard(company)).toBe(31);
  await dropMails();
  await post.deliver();
  expect(await isOnBoard(company)).toBe(0);
  await add(3);
  await post.retry();
  expect(await isOnBoard(company)).toBe(0);
  expect(await decide(true)).toMatchObject({ status: 200, body: { shown: 334 } });
  await dropMails();
  await post.deliver();
  expect(await isOnBoard(company)).toBe(334);
});

it('leaves no posting open that was being written at that moment', async () => {
  const { person, company, decide } = await claimant('Pipit');
  await asAdmin(async (other) => {
    // Staff hold the company, and wait for a posting.
    await other.query('begin');
    await other.query('select from public.jobs where company_id = $1 for update', [company]);
    const decided = decide(false);
    await untilSomebodyWaits(other);
    const posted = person.client
      .from('jobs')
      .insert(jobRow(person.id, { company: 'Pipit Inc' }) as never)
      .then((answer) => answer);
    await other.query('commit');
    expect((await decided).status).toBe(200);
    expect((await posted).error?.message).toMatch(/^We have closed this company/);
  });
  expect(await isOnBoard(company)).toBe(0);
  // None comes back alone either, for example by an appeal: its company has no page, and nobody could edit it.
  await asAdmin(async (client) => {
    const { rows } = await client.query(
      `select k.id, k.version from staff.cases as k join public.jobs as j on j.id = k.subject_id where j.company_id = $1`,
      [company],
    );
    expect(await act(kim, 'release-case', rows[0])).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('company of this job is closed') },
    });
  });
  expect(await isOnBoard(company)).toBe(0);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
