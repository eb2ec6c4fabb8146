import { describe, expect, it } from 'vitest';
import { type Candidate, createCandidates, type Person } from '#test/support/candidates.ts';
import { join, leave, ownCompany, passNameDay, provedAddress } from '#test/support/companies.ts';
import { passDay } from '#test/support/employers.ts';
import { jobRow } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
const { candidate } = createCandidates(actors);

async function hiding(...companies: string[]): Promise<Candidate> {
  const person = await candidate();
  const { error } = await person.client.rpc('hide_from', { companies });
  expect(error).toBeNull();
  return person;
}
async function sees(member: Person, { profileId }: Candidate): Promise<boolean> {
  const { data } = await member.client.from('candidate_profiles').select('id').eq('id', profileId);
  return data?.length === 1;
}
const setAddress = (person: Person, company: string, address: string) =>
  person.client.functions.invoke('set-company-address', {
    body: { company, web_address: address },
  });
const call = async (person: Person, company: string, called: string) => {
  const { data, error } = await person.client.rpc('set_company_name', { company, called });
  return error ?? data?.[0];
};
const similar = async (person: Person, called: string) =>
  (await person.client.rpc('similar_companies', { called })).data ?? [];

/** A company with a proven domain, and somebody with a mailbox there who is not a member of it. */
async function provenCompany(name: string, domain: string) {
  const owner = await actors.member();
  const company = await ownCompany(owner, name);
  await provedAddress(database, owner.id, `${owner.id}@${domain}`);
  await setAddress(owner, company, domain);
  return { owner, company };
}

describe('a proven domain', () => {
  it('ties everybody with a mailbox there to all names of the company, now and later', async () => {
    const byName = await hiding('Sisters Group');
    const early = await actors.member();
    await provedAddress(database, early.id, `${early.id}@post.oakridge.example`);
    await passDay(database, early);
    expect(await sees(early, byName)).toBe(true);
    await provenCompany('Sisters Group', 'oakridge.example');
    expect(await sees(early, byName)).toBe(true);
    await passDay(database, early);
    expect(await sees(early, byName)).toBe(false);
    const late = await actors.member();
    await provedAddress(database, late.id, `${late.id}@oakridge.example`);
    await passDay(database, late);
    expect(await sees(late, byName)).toBe(false);
  });

  it('protects people who hide from the domain against members with another address', async () => {
    const byDomain = await hiding('https://www.sequoia.example');
    const { company } = await provenCompany('Seven Trees', 'sequoia.example');
    const recruiter = await actors.member();
    await join(database, company, recruiter.id);
    await passDay(database, recruiter);
    expect(await sees(recruiter, byDomain)).toBe(false);
  });

  it('must be proven, not claimed: nobody blinds a rival by naming its domain', async () => {
    const byName = await hiding('Rivals United');
    const rival = await actors.member();
    await provedAddress(database, rival.id, `${rival.id}@rival.example`);
    const attacker = await actors.member();
    const company = await ownCompany(attacker, 'Rivals United');
    await setAddress(attacker, company, 'rival.example');
    await passDay(database, rival);
    expect(await sees(rival, byName)).toBe(true);
  });
});

describe('a new name', () => {
  it('counts from the next day for the page, the postings and those who hide from it', async () => {
    const [before, after] = [await hiding('Greenleaf'), await hiding('Bluewater')];
    const owner = await actors.member();
    const company = await ownCompany(owner, 'Greenleaf');
    await passDay(database, owner);
    expect(await call(owner, company, 'Bluewater')).toMatchObject({
      next_name: 'Bluewater',
      waits: false,
    });
    const nameOf = async () =>
      (await actors.anonymous.client.from('companies').select('name').eq('id', company).single())
        .data?.name;
    const posted = async () =>
      (await actors.anonymous.client.from('jobs').select('company').eq('company_id', company)).data;
    expect(await nameOf()).toBe('Greenleaf');
    expect([await sees(owner, before), await sees(owner, after)]).toEqual([false, true]);
    await passDay(database, owner);
    await passNameDay(database, company);
    expect(await nameOf()).toBe('Bluewater');
    expect(await posted()).toEqual([{ company: 'Bluewater' }]);
    expect([await sees(owner, before), await sees(owner, after)]).toEqual([false, false]);
  });

  it('is what its people post under, and the old one founds no second company', async () => {
    const owner = await actors.member();
    const company = await ownCompany(owner, 'Old Pines');
    const stated = await owner.client
      .from('employers')
      .upsert({ user_id: owner.id, company: 'Old Pines' });
    expect(stated.error).toBeNull();
    await passDay(database, owner);
    await call(owner, company, 'New Pines');
    await passDay(database, owner);
    await passNameDay(database, company);
    const state = (await owner.client.rpc('employer_state')).data?.[0];
    expect(state).toMatchObject({ company: 'New Pines', next_company: null, is_shown: true });
    const { data } = await owner.client
      .from('jobs')
      .insert(jobRow(owner.id, { company: 'Old Pines' }))
      .select('company_id')
      .single();
    expect(data?.company_id).toBe(company);
    expect((await owner.client.rpc('employer_state')).data?.[0]?.changes_left).toBe(
      state?.changes_left,
    );
  });

  it('appears on what its people post even if they type the old one, in a company that staff have not verified', async () => {
    const owner = await actors.signedIn();
    const company = await ownCompany(owner, 'Bare Alders');
    await call(owner, company, 'Green Alders');
    await passNameDay(database, company);
    const { data: job } = await owner.client
      .from('jobs')
      .insert(jobRow(owner.id, { company: 'Bare Alders' }))
      .select('id, company, company_id')
      .single();
    expect(job).toMatchObject({ company: 'Green Alders', company_id: company });
    const viewer = await actors.signedIn();
    await join(database, company, viewer.id, 'viewer');
    const refused = await viewer.client
      .from('jobs')
      .insert(jobRow(viewer.id, { company: 'Bare Alders' }));
    expect(refused.error?.message).toContain('You are a viewer at this company');
    const { data: edited, error } = await owner.client
      .from('jobs')
      .update({ company: 'bare alders', title: 'Edited in a tab of yesterday' })
      .eq('id', job?.id ?? '')
      .select('company, title')
      .single();
    expect(error).toBeNull();
    expect(edited).toEqual({ company: 'Green Alders', title: 'Edited in a tab of yesterday' });
    const says = (called: string) =>
      owner.client.from('employers').upsert({ user_id: owner.id, company: called });
    await says('Bare Alders');
    const state = async () => (await owner.client.rpc('employer_state')).data?.[0];
    const first = await state();
    expect(first).toMatchObject({ company: 'Green Alders', next_company: null });
    expect((await says('Bare Alders')).error).toBeNull();
    expect(await state()).toEqual(first);
  });

  it('can be given twice a year, then staff decide; another spelling is no change', async () => {
    const owner = await actors.signedIn();
    const company = await ownCompany(owner, 'First Name');
    expect(await call(owner, company, 'Second Name')).toMatchObject({ waits: false });
    expect(await call(owner, company, 'Second NAME, Inc.')).toMatchObject({ waits: false });
    expect(await call(owner, company, 'Third Name')).toMatchObject({ waits: false });
    expect(await call(owner, company, 'Fourth Name')).toMatchObject({
      waits: true,
      next_from: null,
    });
    // A name that staff could not approve does not wait for them.
    expect(await call(owner, company, '\u0958'.repeat(60))).toMatchObject({ code: '23514' });
    const { data } = await owner.client.rpc('my_companies');
    expect(data?.[0]).toMatchObject({
      name: 'First Name',
      next_name: 'Third Name',
      names_left: 0,
      cases: [{ kind: 'rename', claim: 'Fourth Name' }],
    });
  });

  it('can be given only by an admin, and is never ours or empty', async () => {
    const owner = await actors.signedIn();
    const company = await ownCompany(owner, 'Sober Name');
    const recruiter = await actors.signedIn();
    await join(database, company, recruiter.id);
    expect(await call(recruiter, company, 'Hostile Name')).toMatchObject({ code: '42501' });
    expect(await call(await actors.signedIn(), company, 'Hostile Name')).toMatchObject({
      code: '42501',
    });
    for (const name of [
      '',
      ' x ',
      '\u200b\u200b\u200b',
      '…',
      'x'.repeat(101),
      // Two letters each, once normalised as all text is.
      '\u0958'.repeat(60),
      'Carolina Health AI',
    ]) {
      expect(await call(owner, company, name), name).toMatchObject({ code: '23514' });
    }
  });

  it('counts for those who left before, and comes with the team’s history for those who join', async () => {
    const hidden = await hiding('Cinder Care');
    const owner = await actors.member();
    const company = await ownCompany(owner, 'Ember Care');
    const former = await actors.member();
    await join(database, company, former.id);
    await leave(database, company, former.id);
    await call(owner, company, 'Cinder Care');
    const byOldName = await hiding('Ember Care');
    await passNameDay(database, company);
    const joined = await actors.member();
    await join(database, company, joined.id);
    for (const person of [former, joined]) await passDay(database, person);
    expect([await sees(former, hidden), await sees(joined, hidden)]).toEqual([false, false]);
    expect([await sees(former, byOldName), await sees(joined, byOldName)]).toEqual([false, false]);
  });
});

it('hiding from a client hides from the whole agency', async () => {
  const hidden = await hiding('Client Hospital');
  const agent = await actors.member();
  const company = await ownCompany(agent, 'Agency Ltd');
  const colleague = await actors.member();
  await join(database, company, colleague.id);
  const { error } = await agent.client
    .from('jobs')
    .insert(jobRow(agent.id, { company: 'Agency Ltd', client: 'The Client Hospital' }) as never);
  expect(error).toBeNull();
  for (const person of [agent, colleague]) await passDay(database, person);
  expect([await sees(agent, hidden), await sees(colleague, hidden)]).toEqual([false, false]);
});

it('a manager who states nothing sees nobody, member or not', async () => {
  const { company } = await provenCompany('Silent Managers', 'silent.example');
  const open = await candidate();
  const manager = await actors.member();
  await join(database, company, manager.id);
  await database.asService.query({
    text: 'delete from public.employers where user_id = $1',
    values: [manager.id],
  });
  await provedAddress(database, manager.id, `${manager.id}@silent.example`);
  expect(await sees(manager, open)).toBe(false);
});

describe('similar names', () => {
  it('are those of companies that anybody can read about, except those already hidden from', async () => {
    const names = ['Mercy Health', 'Mercy Healthcare', 'Mercy Health Partners', 'Quite Different'];
    for (const name of names) await ownCompany(await actors.signedIn(), name);
    await provenCompany('Sisters of Grace', 'mercyhealth.example');
    const person = await candidate();
    const found = (await similar(person, 'Mercy Health')).map(({ name }) => name);
    expect(found).toContain('Mercy Healthcare');
    expect(found).toContain('Mercy Health Partners');
    expect(found).toContain('Sisters of Grace');
    expect(found).not.toContain('Quite Different');
    expect(found).not.toContain('Mercy Health');
    expect((await similar(person, 'mercyhealth.example')).map(({ name }) => name)).toContain(
      'Mercy Healthcare',
    );
    await person.client.rpc('hide_from', {
      companies: ['Mercy Health', 'Mercy Healthcare, LLC', 'Mercy Health'],
    });
    expect((await similar(person, 'Mercy Health')).map(({ name }) => name)).not.toContain(
      'Mercy Healthcare',
    );
    expect((await person.client.from('profile_hides').select('company')).data).toHaveLength(2);
  });

  it('are told to nobody without an account, and one can hide from up to 50', async () => {
    expect(
      (await actors.anonymous.client.rpc('similar_companies', { called: 'Mercy' })).error,
    ).not.toBeNull();
    const person = await candidate();
    const many = Array.from({ length: 51 }, (_, place) => `Hospital ${place}`);
    const { error } = await person.client.rpc('hide_from', { companies: many });
    expect(error?.message).toBe('You can hide your profile from up to 50 companies');
    expect((await person.client.from('profile_hides').select('id')).data).toEqual([]);
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
