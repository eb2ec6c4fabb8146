import { describe, expect, it } from 'vitest';
import { cursorAfter } from '#domain/candidates/candidate-search.ts';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, asAdmin, bugs } = await openTestApi();
const { candidate } = createCandidates(actors);
const member = await actors.member();

async function award(person: { id: string }, more: Record<string, unknown> = {}) {
  const number = makeCredentialNumber();
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from auth.users where id = $1',
    values: [person.id],
  });
  const line = {
    number,
    type: 'CIHIS-AI',
    name: 'Jane Doe',
    email: rows[0]?.email,
    awarded_on: '2025-06-01',
    expires_on: null,
    ...more,
  };
  await database.asService.query({
    text: 'select register.add_samples($1)',
    values: [JSON.stringify([line])],
  });
  return number;
}

/** As a command on the server would, bypassing the checks of staff functions. */
const change = (number: string, text: string) =>
  asAdmin(async (client) => {
    await client.query('begin');
    await client.query(`update register.awards set ${text} where number = $1`, [number]);
    await client.query(
      `select staff.append('command', null, null, 'renew-credential', 'credential', $1, null, null, null)`,
      [number],
    );
    await client.query('commit');
  });

async function seen({ profileId }: { profileId: string }) {
  const { data } = await member.client
    .from('candidate_profiles')
    .select('verified')
    .eq('id', profileId)
    .single();
  return data?.verified;
}

const seal = {
  type: 'CIHIS-AI',
  title: 'Applied Practice',
  kind: 'tier',
  year: 2025,
  is_sample: true,
};

describe('what a profile shows from the register', () => {
  it('is type and year, from the award on, and nothing once it is no longer valid', async () => {
    const person = await candidate();
    expect(await seen(person)).toEqual([]);
    const number = await award(person);
    expect(await seen(person)).toEqual([seal]);
    await change(number, `state = 'suspended'`);
    expect(await seen(person)).toEqual([]);
    await change(number, `state = 'active'`);
    expect(await seen(person)).toEqual([seal]);
    await change(number, `state = 'revoked'`);
    expect(await seen(person)).toEqual([]);
  });

  it('appears on a profile that is created later, and disappears after its last day', async () => {
    const person = await actors.signedIn();
    await award(person, { expires_on: '2020-12-31', awarded_on: '2020-01-01' });
    const number = await award(person, { type: 'CIHIS-L' });
    const { data } = await person.client
      .from('candidate_profiles')
      .insert({ user_id: person.id, headline: 'Auditor', public_profile: true })
      .select('id, verified')
      .single();
    expect(data?.verified).toMatchObject([{ type: 'CIHIS-L' }]);
    await asAdmin(async (client) => {
      await client.query('begin');
      // As if the day had come without anybody doing anything.
      await client.query('alter table register.awards disable trigger tell_profile');
      await client.query(
        `update register.awards set expires_on = current_date - 2 where number = $1`,
        [number],
      );
      await client.query(
        `select staff.append('command', null, null, 'renew-credential', 'credential', $1, null, null, null)`,
        [number],
      );
      await client.query('commit');
      await client.query('alter table register.awards enable trigger tell_profile');
    });
    expect(await seen({ profileId: data?.id ?? '' })).toMatchObject([{ type: 'CIHIS-L' }]);
    await database.asService.query({ text: 'select register.end_seals()' });
    expect(await seen({ profileId: data?.id ?? '' })).toEqual([]);
  });

  it('has the number, or nothing, as its holder chose', async () => {
    const person = await candidate();
    const number = await award(person);
    const choose = (choice: string) =>
      database.askAs(person.caller, {
        text: 'select register.set_choices($1, null, $2)',
        values: [number, choice],
      });
    await choose('number');
    expect(await seen(person)).toEqual([{ ...seal, number }]);
    await choose('no');
    expect(await seen(person)).toEqual([]);
  });

  it('is no change by the person: an open form can still be saved', async () => {
    const person = await candidate();
    const version = async () =>
      (
        await person.client
          .from('candidate_profiles')
          .select('updated_at')
          .eq('id', person.profileId)
          .single()
      ).data?.updated_at;
    const before = await version();
    await award(person);
    expect(await version()).toBe(before);
    await person.client
      .from('candidate_profiles')
      .update({ headline: 'Changed' })
      .eq('id', person.profileId);
    expect(await version()).not.toBe(before);
  });
});

describe('what the register says cannot be written', () => {
  const forged = [{ type: 'CIHIS-L', title: 'Forged', kind: 'tier', year: 2026 }];

  it('through the table API, as a change, with a new profile, in bulk or by an upsert', async () => {
    const person = await candidate();
    const table = () => person.client.from('candidate_profiles');
    const own = { user_id: person.id, headline: 'Forger' };
    const attempts = [
      await table().update({ verified: forged }).eq('id', person.profileId),
      await table().upsert({ ...own, verified: forged }, { onConflict: 'user_id' }),
      await table().insert({ ...own, verified: forged }),
      await table().insert([{ ...own, verified: forged }]),
    ];
    expect(attempts.map(({ error }) => error?.code)).toEqual(Array(4).fill('42501'));
    expect(await seen(person)).toEqual([]);
  });

  it('even with the secret key, which writes past every policy', async () => {
    const person = await candidate();
    const { error } = await actors.staff.client
      .from('candidate_profiles')
      .update({ verified: forged })
      .eq('id', person.profileId);
    expect(error).toBeNull();
    expect(await seen(person)).toEqual([]);
  });

  it('nor in the register, by anybody, through any kind of table access', async () => {
    const person = await actors.signedIn();
    for (const each of [actors.anonymous, person, member]) {
      for (const text of [
        'select 1 from register.awards',
        'select 1 from register.issues',
        'select 1 from register.claims',
        'select 1 from register.reminders',
        'select 1 from register.status_bits',
        `update register.awards set state = 'active'`,
        'delete from register.awards',
        `insert into register.types (code, kind, slug, place) values ('FORGED', 'tier', 'x', 99)`,
        `update register.type_versions set name = 'Forged'`,
        `select register.award('[]')`,
        `select register.add_samples('[]')`,
        `select register.erase_of(gen_random_uuid())`,
        `select register.set_state('0000000000000', 'active', '')`,
        `select register.give_claim_link('a@b.example', 'x')`,
      ]) {
        const asked = database.asCaller(each.caller, (session) => session.query({ text }));
        await expect(asked, text).rejects.toMatchObject({
          code: expect.stringMatching(/42501|SF404/),
        });
      }
      // Visible only under staff's policies: nobody else finds a row.
      if (each === actors.anonymous) continue;
      for (const table of ['history', 'credit_rules', 'staff_awards']) {
        const { rows } = await database.askAs(each.caller, {
          text: `select 1 from register.${table}`,
        });
        expect(rows, table).toEqual([]);
      }
    }
    await asAdmin(async (client) => {
      for (const text of [
        'delete from register.awards',
        'truncate register.history',
        `update register.history set act = 'award'`,
        'delete from register.history',
        `update register.type_versions set name = 'Other'`,
      ]) {
        await expect(client.query(text), text).rejects.toMatchObject({ code: '42501' });
      }
    });
  });
});

describe('the search', () => {
  const mark = `q${crypto.randomUUID().slice(0, 8)}`;
  const headlines = async (args: Record<string, unknown>) => {
    const { data } = await member.client.rpc('search_candidates', { q: mark, ...args });
    return data?.map(({ headline }) => headline.split(' ')[0]);
  };

  it('finds verified people, and among equals ranks them first', async () => {
    const first = await candidate({ headline: `first ${mark}` });
    const second = await candidate({ headline: `second ${mark}` });
    await candidate({ headline: `third ${mark}`, certifications: ['CIHIS-AI'] });
    await candidate({ headline: `complete ${mark}`, skills: ['a', 'b', 'c'] });
    await award(first);
    await award(second, { type: 'CIHIS-L' });
    expect(await headlines({ verified: 'any' })).toEqual(['second', 'first']);
    expect(await headlines({ verified: 'CIHIS-AI' })).toEqual(['first']);
    expect(await headlines({ verified: 'CIHIS-S' })).toEqual([]);
    expect(await headlines({})).toEqual(['second', 'first', 'complete', 'third']);
    expect(await headlines({ sort: 'completeness' })).toEqual([
      'complete',
      // The one with a typed certification is more complete.
      'third',
      'second',
      'first',
    ]);
    const { data: count } = await member.client.rpc('count_candidates', {
      q: mark,
      verified: 'any',
    });
    expect(count).toEqual([{ matches: 2, is_exact: true }]);
    for (const sort of ['newest', 'completeness'] as const) {
      const all = await headlines({ sort });
      const paged: string[] = [];
      let after: string | undefined;
      for (let page = 0; page < 5; page += 1) {
        const { data } = await member.client.rpc('search_candidates', {
          q: mark,
          sort,
          page_size: 1,
          ...(after && { after }),
        });
        const last = data?.at(-1);
        if (!last) break;
        paged.push(last.headline.split(' ')[0] ?? '');
        after = cursorAfter(last, sort);
      }
      expect(paged).toEqual(all);
    }
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
