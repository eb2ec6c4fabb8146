import { describe, expect, it } from 'vitest';
import type { CompanyCaseRow } from '#domain/companies/company.ts';
import type { Actor } from '#test/support/actors.ts';
import { join, ownerWithCompany, passNameDay, provedAddress } from '#test/support/companies.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { createStaffActors, type StaffActor } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, bugs } = api;
const staffActor = createStaffActors(api);
const [kim, lee, viewer] = [
  await staffActor('staff'),
  await staffActor('staff'),
  await staffActor('viewer'),
];
type Person = Actor & { id: string };
const evidence = 'Our registration is NC 1234567; the secretary of state lists it with our phone.';

const act = createStaffCalls(api);
const casesOf = async (company: string, who: Pick<StaffActor, 'headers'> = kim) => {
  const { body } = await act(who, 'list-company-cases', { filters: {} });
  return (body.rows as CompanyCaseRow[]).filter(({ company_id }) => company_id === company);
};
/** With the state it has, or the state that somebody saw. */
async function decide(id = '', approves = true, who = kim, seen?: string | null) {
  const reason = 'We called the number in the register.';
  const { body } = await act(kim, 'list-company-cases', { filters: {} });
  const found = (body.rows as CompanyCaseRow[]).find((row) => row.id === id);
  const stands = found?.decision ?? null;
  return act(who, 'decide-company', {
    id,
    approves,
    reason,
    seen: seen === undefined ? stands : seen,
  });
}
const setAddress = (person: Person, company: string, address: string) =>
  person.client.functions.invoke('set-company-address', {
    body: { company, web_address: address },
  });
const stateOf = async (person: Person) => (await person.client.rpc('my_companies')).data?.[0];
const ask = (person: Person, company: string, words = evidence) =>
  person.client.rpc('ask_company_check', { company, evidence: words });
const pageOf = async (slug = '') =>
  (await actors.anonymous.client.rpc('company_page', { slug })).data?.[0];

const confirmed = (name: string) => ownerWithCompany(api, name);

describe('a check by staff', () => {
  it('is requested with evidence, seen only by staff, decided with a log entry, and can be undone', async () => {
    const { person, company } = await confirmed('Small Practice');
    expect((await ask(person, company, 'too short')).error?.code).toBe('23514');
    expect((await ask(await actors.signedIn(), company)).error?.code).toBe('42501');
    expect((await ask(person, company)).error).toBeNull();
    expect((await ask(person, company)).error?.message).toBe('We are looking at what you sent.');
    const [found] = await casesOf(company);
    expect(found).toMatchObject({
      kind: 'check',
      evidence,
      decision: null,
      name: 'Small Practice',
    });
    expect((await act(viewer, 'list-company-cases', {})).status).toBe(404);
    expect((await decide(found?.id, true, viewer)).status).toBe(404);
    expect((await act(kim, 'decide-company', { id: found?.id, approves: true })).status).toBe(400);
    // A case that is shown as being looked at is not forgotten.
    const waiting = async () => (await act(kim, 'today')).body.waits;
    expect(await waiting()).toContainEqual(
      expect.objectContaining({ kind: 'company-claims', count: 1 }),
    );
    expect((await decide(found?.id)).status).toBe(200);
    expect(await waiting()).toContainEqual(
      expect.objectContaining({ kind: 'company-claims', count: 0 }),
    );
    expect(await stateOf(person)).toMatchObject({
      is_checked: true,
      proven_domain: null,
      // The reasons of staff are internal.
      cases: [{ decision: 'approved', answer: null }],
    });
    expect((await decide(found?.id)).status).toBe(409);
    // Refusing a case that a stale page still shows as open does not undo the decision.
    expect(await decide(found?.id, false, lee, null)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', error: `${kim.email} has already decided this.` },
    });
    const ofBefore = { id: found?.id, approves: false, reason: 'A page of before.' };
    expect((await act(lee, 'decide-company', ofBefore)).body).toMatchObject({
      error: expect.stringContaining('older than the site'),
    });
    expect(await stateOf(person)).toMatchObject({ is_checked: true });
    const { body } = await act(kim, 'list-log', { filters: {} });
    expect(body.rows[0]).toMatchObject({ act: 'decide-company' });
    expect((await decide(found?.id, false)).status).toBe(200);
    expect(await stateOf(person)).toMatchObject({ is_checked: false });
  });

  it('can be requested three times within a month', async () => {
    const { person, company } = await confirmed('Patient Practice');
    for (let time = 0; time < 3; time += 1) {
      expect((await ask(person, company)).error).toBeNull();
      const waiting = (await casesOf(company)).find(({ decision }) => decision === null);
      expect((await decide(waiting?.id, false)).status).toBe(200);
    }
    expect((await ask(person, company)).error?.message).toContain('three times within a month');
  });

  it('ends with the name that it was about', async () => {
    const { person, company } = await confirmed('Named Practice');
    await ask(person, company);
    await decide((await casesOf(company))[0]?.id);
    await person.client.rpc('set_company_name', { company, called: 'Another Practice' });
    expect(await stateOf(person)).toMatchObject({ is_checked: true });
    await passNameDay(database, company);
    expect(await stateOf(person)).toMatchObject({ name: 'Another Practice', is_checked: false });
  });

  it('does not apply to another name that contains the address of the first', async () => {
    const { person, company } = await confirmed('Robin Practice');
    await ask(person, company);
    await decide((await casesOf(company))[0]?.id);
    const called = 'robinpractice.example/Cleveland Clinic';
    for (const written of [called, 'cleveland-clinic.robinpractice.example', 'robinpractice.com']) {
      const row = jobRow(person.id, { company: written }) as never;
      const { data } = await person.client.from('jobs').insert(row).select('id, company').single();
      expect(data).toMatchObject({ company: 'Robin Practice' });
      const job = person.client.from('jobs').update({ company: written } as never);
      const changed = await job.eq('id', data?.id ?? '').select('company');
      expect(changed.data).toEqual([{ company: 'Robin Practice' }]);
    }
    await person.client.rpc('set_company_name', { company, called });
    expect(await stateOf(person)).toMatchObject({ name: 'Robin Practice', next_name: called });
    await passNameDay(database, company);
    expect(await stateOf(person)).toMatchObject({ name: called, is_checked: false });
  });

  it('cannot be decided by somebody who works there', async () => {
    const { person, company } = await confirmed('Practice of Staff');
    await join(database, company, kim.id);
    await ask(person, company);
    expect(await casesOf(company)).toEqual([]);
    const [found] = await casesOf(company, lee);
    expect((await decide(found?.id)).status).toBe(404);
    expect((await decide(found?.id, true, lee)).status).toBe(200);
  });
});

describe('two companies', () => {
  it('with one domain: staff give it to the other, which is then the proved one', async () => {
    const [one, two] = [await confirmed('Lark One'), await confirmed('Lark Two')];
    for (const { person, company } of [one, two]) {
      await provedAddress(database, person.id, `${person.id}@lark.example`);
      await setAddress(person, company, 'lark.example');
    }
    const [found] = await casesOf(two.company);
    expect(found).toMatchObject({ kind: 'domain', claim: 'lark.example', holder: 'Lark One' });
    expect((await decide(found?.id)).status).toBe(200);
    expect(await stateOf(one.person)).toMatchObject({ proven_domain: null });
    expect(await stateOf(two.person)).toMatchObject({ proven_domain: 'lark.example' });
  });

  it('with a proved name: staff close the second, with its page, its postings and what strangers can see', async () => {
    const proven = await confirmed('Wren Health');
    await provedAddress(database, proven.person.id, `${proven.person.id}@wren.example`);
    await setAddress(proven.person, proven.company, 'wren.example');
    const fake = await confirmed('Wren Health Inc');
    const slug = (await stateOf(fake.person))?.slug ?? '';
    await database.asService.query({
      text: `insert into public.jobs (title, company, job_type, location, application_url, description, contact_name,
            contact_email, posted_by, company_id)
          select title || ' ' || nth, company, job_type, location, application_url, description, contact_name,
            contact_email, posted_by, company_id
          from public.jobs, generate_series(1, 9) as nth where company_id = $1`,
      values: [fake.company],
    });
    expect(await pageOf(slug)).toMatchObject({ name: 'Wren Health Inc', live_jobs: 10 });
    const [found] = await casesOf(fake.company);
    expect(found).toMatchObject({
      kind: 'name',
      holder: 'Wren Health',
      holder_domain: 'wren.example',
    });
    expect(await decide(found?.id, false)).toMatchObject({ status: 200, body: { hidden: 10 } });
    expect(await pageOf(slug)).toBeUndefined();
    // Nor does it reopen when somebody approves the name at the same time.
    expect((await decide(found?.id, true, lee, null)).status).toBe(409);
    expect(await pageOf(slug)).toBeUndefined();
    const { data } = await actors.anonymous.client
      .from('companies')
      .select('id')
      .eq('id', fake.company);
    expect(data).toEqual([]);
    const jobs = await actors.anonymous.client
      .from('jobs')
      .select('id')
      .eq('company_id', fake.company);
    expect(jobs.data).toEqual([]);
    expect((await stateOf(fake.person))?.closed_at).not.toBeNull();
    // A posting that had been hidden separately stays hidden.
    const [own = ''] = await storeJobs(database, [
      jobRow(fake.person.id, { company_id: fake.company, hidden_at: new Date() }),
    ]);
    expect((await decide(found?.id, false)).status).toBe(409);
    expect(await decide(found?.id)).toMatchObject({ status: 200, body: { shown: 10 } });
    expect(await pageOf(slug)).toMatchObject({ name: 'Wren Health Inc', live_jobs: 10 });
    expect(await stateOf(fake.person)).toMatchObject({ closed_at: null, is_public: true });
    const back = await actors.anonymous.client
      .from('jobs')
      .select('id')
      .eq('company_id', fake.company);
    expect(back.data?.map(({ id }) => id)).not.toContain(own);
    expect(back.data).toHaveLength(10);
    const change = await fake.person.client
      .from('jobs')
      .update({ benefits: 'Vision cover' })
      .eq('id', back.data?.[0]?.id ?? '')
      .select('id');
    expect(change.data).toHaveLength(1);
    expect((await decide(found?.id)).status).toBe(409);
  });

  it('a third name within a year takes effect the day after staff allow it', async () => {
    const { person, company } = await confirmed('Kite One');
    for (const called of ['Kite Two', 'Kite Three', 'Kite Four']) {
      await person.client.rpc('set_company_name', { company, called });
    }
    const [found] = await casesOf(company);
    expect(found).toMatchObject({ kind: 'rename', claim: 'Kite Four' });
    await decide(found?.id);
    expect(await stateOf(person)).toMatchObject({ name: 'Kite One', next_name: 'Kite Four' });
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
