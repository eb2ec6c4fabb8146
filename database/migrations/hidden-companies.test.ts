import { describe, expect, it } from 'vitest';
import { createCandidates, type Person } from '#test/support/candidates.ts';
import { passDay } from '#test/support/employers.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, bugs } = await openTestApi();
const { candidate } = createCandidates(actors);

describe('the key of a company', () => {
  const same = [
    [
      'Acme Health',
      'acme health',
      'ACME  Health, Inc.',
      'The Acme-Health Company',
      'AcmeHealth LLC',
    ],
    [
      'acmehealth.com',
      'https://www.acmehealth.com/careers',
      'kim@mail.acmehealth.com',
      'Acme Health',
    ],
    ['@acme.co.uk', 'acme.com', 'Acme Ltd'],
    ['AT&T', 'AT and T', 'at & t'],
    ['Ｃａｆｅ́', 'Café'],
  ];
  it.each(same)('is the same for %j and its other spellings', async (...spellings) => {
    const keys = new Set(await Promise.all(spellings.map(keyOf)));
    expect(keys.size, [...keys].join()).toBe(1);
    expect([...keys][0]).not.toBe('');
  });

  it('is never empty for a name of ordinary words', async () => {
    for (const name of ['The Company', 'Inc.', 'Limited']) expect(await keyOf(name)).not.toBe('');
  });

  it('differs for different companies', async () => {
    expect(await keyOf('Acme Health')).not.toBe(await keyOf('Acme Labs'));
    expect(await keyOf('Cole')).not.toBe(await keyOf('Le Co'));
  });

  async function keyOf(company: string) {
    const { rows } = await database.asService.query<{ key: string }>({
      text: 'select private.company_key($1) as key',
      values: [company],
    });
    return rows[0]?.key;
  }
});

describe('hiding from a company', () => {
  async function hiding(company: string) {
    const person = await candidate();
    const { error } = await person.client
      .from('profile_hides')
      .insert({ user_id: person.id, company });
    expect(error).toBeNull();
    return person;
  }
  const sees = async (member: Person, hidden: Person) => {
    const { data } = await member.client
      .from('candidate_profiles')
      .select('id')
      .eq('user_id', hidden.id);
    return data?.length === 1;
  };
  const hireFor = (member: Person, company: string) =>
    member.client.from('employers').upsert({ user_id: member.id, company });

  it('closes the profile to members who say that they hire for it', async () => {
    const person = await hiding('Longleaf Group, Inc.');
    const [member, other] = [await actors.member(), await actors.member()];
    await hireFor(member, 'the longleaf group');
    await hireFor(other, 'Sandhills Care');
    await passDay(database, member);
    await passDay(database, other);
    expect([await sees(member, person), await sees(other, person)]).toEqual([false, true]);
  });

  it('stays closed when the member names another company afterwards', async () => {
    const person = await hiding('Tidewater');
    const member = await actors.member();
    expect((await hireFor(member, 'Tidewater')).error).toBeNull();
    expect((await hireFor(member, 'Somebody Else')).error).toBeNull();
    await passDay(database, member);
    expect(await sees(member, person)).toBe(false);
  });

  it('closes it to members whose confirmed address is at the company', async () => {
    const person = await hiding('https://www.blueridge.example');
    const byName = await hiding('Blue Ridge');
    const member = await actors.member();
    const address = `${member.id}@mail.blueridge.example`;
    await asAdmin((client) =>
      client.query('update auth.users set email = $2 where id = $1', [member.id, address]),
    );
    await passDay(database, member);
    expect([await sees(member, person), await sees(member, byName)]).toEqual([false, false]);
  });

  it('is known to the candidate alone', async () => {
    const person = await hiding('Catawba');
    const member = await actors.member();
    for (const select of ['company', 'user_id']) {
      const { data } = await member.client.from('profile_hides').select(select);
      expect(data).toEqual([]);
    }
    const own = await person.client.from('profile_hides').select('company');
    expect(own.data).toEqual([{ company: 'Catawba' }]);
  });

  it('is possible for up to 50 companies, each once', async () => {
    const person = await hiding('Company 1');
    const again = await person.client
      .from('profile_hides')
      .insert({ user_id: person.id, company: 'COMPANY 1, Inc.' });
    expect(again.error?.code).toBe('23505');
    const rows = Array.from({ length: 49 }, (_, place) => ({
      user_id: person.id,
      company: `Company ${place + 2}`,
    }));
    expect((await person.client.from('profile_hides').insert(rows)).error).toBeNull();
    const more = await person.client
      .from('profile_hides')
      .insert({ user_id: person.id, company: 'Company 51' });
    expect(more.error?.message).toBe('You can hide your profile from up to 50 companies');
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
