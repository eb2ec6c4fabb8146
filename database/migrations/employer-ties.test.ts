import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { type Candidate, createCandidates } from '#test/support/candidates.ts';
import { passDay } from '#test/support/employers.ts';
import { jobRow } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
const { candidate, send } = createCandidates(actors);
type Person = Actor & { id: string };

const state = (member: Person, company: string) =>
  member.client.from('employers').upsert({ user_id: member.id, company });
async function hiding(company: string): Promise<Candidate> {
  const person = await candidate();
  const { error } = await person.client
    .from('profile_hides')
    .insert({ user_id: person.id, company });
  expect(error).toBeNull();
  return person;
}
async function sees(member: Person, { profileId }: Candidate): Promise<boolean> {
  const { data } = await member.client.from('candidate_profiles').select('id').eq('id', profileId);
  return data?.length === 1;
}
const stateOf = async ({ client }: Person) => (await client.rpc('employer_state')).data?.[0];

it('a name with a huge number of letters is refused at once', async () => {
  const member = await actors.member();
  const began = performance.now();
  // Each of these characters expands to eighteen.
  expect((await state(member, 'ﷺ'.repeat(300_000))).error?.code).toBe('23514');
  expect(performance.now() - began).toBeLessThan(4_000);
});

describe('before anybody can be seen', () => {
  it('a member confirms the address and says for whom they hire, which then counts at once', async () => {
    const hidden = await hiding('Catawba Clinics');
    const open = await candidate();
    const member = await actors.member();
    await database.asService.query({
      text: 'delete from public.employers where user_id = $1',
      values: [member.id],
    });
    const confirm = (isConfirmed: boolean) =>
      database.asService.query({
        text: 'update auth.users set email_proved_at = case when $2 then now() end where id = $1',
        values: [member.id, isConfirmed],
      });
    await confirm(false);
    const refused = { status: 403, code: 'employer_unknown' };
    expect(await send(member, open, 'Good morning, may we talk?')).toMatchObject(refused);
    expect(await stateOf(member)).toMatchObject({ company: null, is_confirmed: false });
    expect((await state(member, 'The Catawba Clinics')).error).toBeNull();
    expect([await sees(member, open), await sees(member, hidden)]).toEqual([false, false]);
    await confirm(true);
    expect([await sees(member, open), await sees(member, hidden)]).toEqual([true, false]);
    expect(await stateOf(member)).toEqual({
      company: 'The Catawba Clinics',
      next_company: null,
      next_from: null,
      is_shown: true,
      is_confirmed: true,
      changes_left: 2,
    });
  });
});

describe('another company', () => {
  it('counts from the next day, for hiding and in messages alike, and the former one keeps counting', async () => {
    const [before, after] = [await hiding('Pinewood'), await hiding('Oakwood')];
    const member = await actors.member();
    await state(member, 'Pinewood');
    await passDay(database, member);
    await state(member, 'Oakwood');
    expect([await sees(member, before), await sees(member, after)]).toEqual([false, true]);
    expect(await stateOf(member)).toMatchObject({
      company: 'Pinewood',
      next_company: 'Oakwood',
      changes_left: 0,
    });
    const today = await candidate();
    await send(member, today, 'Good morning, may we talk?');
    await passDay(database, member);
    expect([await sees(member, before), await sees(member, after)]).toEqual([false, false]);
    expect(await stateOf(member)).toMatchObject({ company: 'Oakwood', next_company: null });
    const tomorrow = await candidate();
    await send(member, tomorrow, 'Good morning, may we talk?');
    const { data } = await member.client
      .from('conversations')
      .select('member_company')
      .order('started_at');
    expect(data?.map(({ member_company }) => member_company)).toEqual(['Pinewood', 'Oakwood']);
  });

  it('begins with a day in UTC', async () => {
    const member = await actors.member();
    await state(member, 'Elsewhere');
    const { data } = await member.client.rpc('employer_state');
    const from = data?.[0]?.next_from ?? '';
    expect(new Date(from).toISOString()).toMatch(/T00:00:00\.000Z$/);
    expect(Date.parse(from) - Date.now()).toBeLessThanOrEqual(86_400_000);
    expect(Date.parse(from)).toBeGreaterThan(Date.now());
  });

  it('can be given twice a year; a spelling is no change, and the operator can change it further', async () => {
    const member = await actors.member();
    expect((await state(member, 'First')).error).toBeNull();
    expect((await state(member, 'Second')).error).toBeNull();
    expect((await state(member, 'The SECOND, Inc.')).error).toBeNull();
    const { error, status } = await state(member, 'Third');
    expect({ status, message: error?.message }).toEqual({
      status: 409,
      message:
        'You have changed the company twice within a year. Write to us, and we will change it for you.',
    });
    const byStaff = await actors.staff.client
      .from('employers')
      .update({ company: 'Third' })
      .eq('user_id', member.id);
    expect(byStaff.error).toBeNull();
    expect(await stateOf(member)).toMatchObject({ next_company: 'Third', changes_left: 0 });
    await database.asService.query({
      text: `update public.employers set changed_at =
        array(select at - interval '1 year' from unnest(changed_at) as at) where user_id = $1`,
      values: [member.id],
    });
    expect((await state(member, 'Fourth')).error).toBeNull();
  });

  it('can be given twice even when ten requests arrive at once', async () => {
    const member = await actors.member();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) => state(member, `Company ${place}`)),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(2);
  });

  it('cannot be undone by deleting what was stated', async () => {
    const member = await actors.member();
    const { error } = await member.client.from('employers').delete().eq('user_id', member.id);
    expect(error?.code).toBe('42501');
    for (const column of ['in_effect_at', 'changed_at', 'former_company']) {
      const { error } = await member.client
        .from('employers')
        .update({ [column]: null } as never)
        .eq('user_id', member.id);
      expect(error?.code, column).toBe('42501');
    }
  });
});

describe('a candidate who hides from a company', () => {
  it('is not found out by stating it, posting for it or taking an address there, and looking who has disappeared', async () => {
    const target = await hiding('Secretive Systems');
    const member = await actors.member();
    const look = async () => {
      const { data } = await member.client.rpc('count_candidates', {});
      return [data, await sees(member, target)];
    };
    const before = await look();
    await state(member, 'Secretive Systems');
    expect(await look()).toEqual(before);
    const { data: job } = await member.client
      .from('jobs')
      .insert(jobRow(member.id, { company: 'Secretive Systems' }) as never)
      .select('id')
      .single();
    expect(await look()).toEqual(before);
    await member.client
      .from('jobs')
      .delete()
      .eq('id', job?.id ?? '');
    await database.asService.query({
      text: 'update auth.users set email = $2, email_proved_at = clock_timestamp() where id = $1',
      values: [member.id, `${member.id}@secretivesystems.example`],
    });
    expect(await look()).toEqual(before);
    await passDay(database, member);
    expect((await look())[1]).toBe(false);
  });

  it('stays hidden when a job is posted for another company and changed to theirs', async () => {
    const target = await hiding('Changeling');
    const member = await actors.member();
    const { data: job } = await member.client
      .from('jobs')
      .insert(jobRow(member.id) as never)
      .select('id')
      .single();
    await member.client
      .from('jobs')
      .update({ company: 'Changeling AG' })
      .eq('id', job?.id ?? '');
    await passDay(database, member);
    expect(await sees(member, target)).toBe(false);
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
