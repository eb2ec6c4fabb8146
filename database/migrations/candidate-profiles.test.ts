import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { candidateSchema } from '#domain/candidates/candidate.ts';
import { completenessOf } from '#domain/candidates/candidate-completeness.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, bugs, isProjects } = await openTestApi();
const owner = await actors.signedIn();

type Fields = Record<string, unknown>;

async function insertAs(person: typeof owner, changes: Fields = {}) {
  await person.client.from('candidate_profiles').delete().eq('user_id', person.id);
  const profile = { user_id: person.id, headline: 'CDI Specialist', ...changes };
  return person.client.from('candidate_profiles').insert(profile).select('*').single();
}

describe('the specification’s calls', () => {
  it('work as written there', async () => {
    const person = await actors.signedIn();
    const member = await actors.member();
    const table = () => person.client.from('candidate_profiles');
    const own = () => table().select('id').eq('user_id', person.id);
    expect((await own().limit(1)).data).toEqual([]);
    expect((await table().select('*').eq('user_id', person.id).maybeSingle()).data).toBeNull();
    const { error } = await table().insert({
      ...candidateSchema.parse({ headline: 'Coder', public_profile: true, skills: ['Audit'] }),
      user_id: person.id,
    });
    expect(error).toBeNull();
    const { data: row } = await table().select('*').eq('user_id', person.id).single();
    expect(row).toMatchObject({ headline: 'Coder', availability: 'Within 3 months' });
    const { data: seen } = await member.client
      .from('candidate_profiles')
      .select('*')
      .is('public_profile', true);
    expect(seen).toEqual([row]);
    const changed = await table()
      .update({ headline: 'Auditor' })
      .eq('id', row?.id ?? '');
    expect(changed.error).toBeNull();
    // Like a form that sends the whole row back.
    const whole = await table()
      .update({ ...candidateSchema.parse({ headline: 'Lead' }), user_id: person.id })
      .eq('id', row?.id ?? '')
      .select('*');
    expect(whole.data).toMatchObject([{ headline: 'Lead', public_profile: false }]);
    expect(
      (
        await table()
          .delete()
          .eq('id', row?.id ?? '')
      ).error,
    ).toBeNull();
    expect((await own().limit(1)).data).toEqual([]);
  });
});

describe('one profile per person', () => {
  it('a second one is refused, even if both arrive at once', async () => {
    const person = await actors.signedIn();
    const insert = () =>
      person.client.from('candidate_profiles').insert({ user_id: person.id, headline: 'Coder' });
    const answers = await Promise.all([insert(), insert(), insert()]);
    expect(answers.map(({ error }) => error?.code ?? 'made').toSorted()).toEqual([
      '23505',
      '23505',
      'made',
    ]);
  });

  it('nobody creates one for somebody else, and a taken name looks like a free one', async () => {
    const [taken, free, stranger] = [owner, await actors.signedIn(), await actors.signedIn()];
    await insertAs(taken);
    const tries = await Promise.all(
      [taken, free].map((person) =>
        stranger.client
          .from('candidate_profiles')
          .insert({ user_id: person.id, headline: 'Coder' }),
      ),
    );
    expect(tries[0]?.error).toEqual(tries[1]?.error);
    expect(tries[0]?.error?.code).toBe('42501');
  });

  it('nobody chooses an id, which would reveal whether it is taken', async () => {
    const { error } = await insertAs(owner, { id: crypto.randomUUID() });
    expect(error?.code).toBe('42501');
  });

  it('belongs to the caller if no owner is given', async () => {
    const person = await actors.signedIn();
    const { data } = await person.client
      .from('candidate_profiles')
      .insert({ headline: 'Coder' })
      .select('user_id')
      .single();
    expect(data?.user_id).toBe(person.id);
  });

  it('nobody can give a profile to somebody else', async () => {
    const stranger = await actors.signedIn();
    await insertAs(owner);
    const { error } = await owner.client
      .from('candidate_profiles')
      .update({ user_id: stranger.id })
      .eq('user_id', owner.id);
    expect(error?.code).toBe('42501');
  });
});

describe('the whole row as it was read, with one field changed', () => {
  it('is accepted, and changes nothing that the site maintains itself', async () => {
    const { data: row } = await insertAs(owner, { skills: ['a', 'b', 'c'] });
    if (!row) throw new Error('There is no profile.');
    const save = (changes: Fields) =>
      owner.client
        .from('candidate_profiles')
        .update({ ...row, ...changes })
        .eq('id', row.id)
        .select('*')
        .single();
    const { data, error } = await save({ headline: 'Auditor' });
    expect(error).toBeNull();
    expect(data).toEqual({ ...row, headline: 'Auditor', updated_at: data?.updated_at });
    expect(data?.updated_at).not.toBe(row.updated_at);
    const forged = await save({ completeness: 100, updated_at: '2000-01-01T00:00:00Z' });
    expect(forged.data?.completeness).toBe(row.completeness);
    expect(forged.data?.updated_at).not.toMatch(/^2000/);
    for (const changes of [
      { id: crypto.randomUUID() },
      { created_at: '2000-01-01T00:00:00Z' },
      { verified: [{ title: 'Leadership' }] },
    ]) {
      expect((await save(changes)).error?.code).toBe('42501');
    }
  });
});

describe('two tabs', () => {
  it('the second to save is told that the row is no longer the one it read', async () => {
    const { data: first } = await insertAs(owner);
    const save = (headline: string) =>
      owner.client
        .from('candidate_profiles')
        .update({ headline })
        .eq('id', first?.id ?? '')
        .eq('updated_at', first?.updated_at ?? '')
        .select('headline, updated_at');
    expect((await save('From one tab')).data).toHaveLength(1);
    expect((await save('From the other')).data).toEqual([]);
  });
});

describe('the limits of a profile', () => {
  const numbered = (count: number, length = 1) =>
    Array.from({ length: count }, (_, place) => String(place).padStart(length, 'x'));
  const limits: [column: string, bad: unknown[], good: unknown[]][] = [
    ['headline', ['ab', '   ', '\u200B'.repeat(9), 'x'.repeat(151)], ['abc', '😀'.repeat(150)]],
    ['summary', ['x'.repeat(2001)], ['', null, '😀'.repeat(2000)]],
    ['current_company', ['x'.repeat(101)], ['', 'x'.repeat(100)]],
    ['current_position', ['x'.repeat(101)], ['', 'x'.repeat(100)]],
    ['location', ['x'.repeat(101)], ['', 'x'.repeat(100)]],
    ['education', ['x'.repeat(1001)], ['', 'x'.repeat(1000)]],
    ['salary_expectations', ['x'.repeat(101)], ['', 'x'.repeat(100)]],
    ['availability', ['', 'x'.repeat(101)], ['Immediately']],
    ['years_experience', [-1], [0, 45, null]],
    ['experience_level', ['', 'mid', 'Chief'], ['Entry', 'Executive']],
    ['skills', [numbered(31), ['x'.repeat(51)]], [[], numbered(30, 50)]],
    ['certifications', [numbered(21), ['x'.repeat(101)]], [numbered(20, 100)]],
    ['languages', [numbered(16), ['x'.repeat(51)]], [numbered(15, 50)]],
    ['preferred_job_types', [numbered(11)], [numbered(10)]],
    ['preferred_locations', [numbered(16), ['x'.repeat(101)]], [numbered(15, 100)]],
    ['languages', [['\u200B'], ['a', '\u2800']], [['می\u200cشود']]],
    ['skills', [[''], [' a'], ['a', 'a'], [null], [['a'], ['b']]], [['a', 'A']]],
    ...['linkedin_url', 'portfolio_url', 'profile_picture_url'].map(
      (column): [string, unknown[], unknown[]] => [
        column,
        ['javascript:alert(1)', 'a.example', 'https://', `https://a.example/${'x'.repeat(490)}`],
        ['', null, 'https://a.example', `https://a.example/${'x'.repeat(482)}`],
      ],
    ),
  ];
  it.each(limits)(
    '%s is refused beyond its limits and accepted at them',
    async (column, bad, good) => {
      for (const value of bad) {
        const { error } = await insertAs(owner, { [column]: value });
        expect(error?.code, JSON.stringify(value)).toMatch(/^(23514|22P02)$/);
        // What the form corrects or never sends has a message from the table alone.
        const form = candidateSchema.safeParse({ headline: 'CDI Specialist', [column]: value });
        const issue = form.error?.issues[0];
        if (issue && issue.code !== 'invalid_type' && error?.code === '23514') {
          expect(error.message).toBe(issue.message);
        }
      }
      for (const value of good) {
        const { error } = await insertAs(owner, { [column]: value });
        expect(error, JSON.stringify(value)).toBeNull();
      }
    },
  );
});

it('a text without visible characters counts as empty, whoever sends it', async () => {
  const blank = ' \u00a0\u2800\n\u200b';
  const texts = { summary: blank, current_company: blank, current_position: blank };
  const others = { location: blank, education: blank, salary_expectations: blank };
  const { data } = await insertAs(owner, { ...texts, ...others });
  const empty = Object.keys({ ...texts, ...others }).map((name) => [name, '']);
  expect(data).toMatchObject(Object.fromEntries(empty));
  const member = await actors.member();
  await owner.client
    .from('candidate_profiles')
    .update({ public_profile: true })
    .eq('user_id', owner.id);
  const saved = await member.client
    .from('saved_candidates')
    .insert({ user_id: member.id, profile_id: data?.id ?? '', note: blank })
    .select('note')
    .single();
  expect(saved.data).toEqual({ note: '' });
  // The rest has to bypass the triggers, which a project's owner may not.
  if (isProjects) return;

  // Blank texts from before this check are emptied.
  const migration = join(import.meta.dirname, '0377_blank_names_of_before.sql');
  await asAdmin(async (client) => {
    await client.query('set session_replication_role = replica');
    const write = (text: string, id: string) => client.query(text, [blank, id]);
    await write('update public.candidate_profiles set location = $1 where user_id = $2', owner.id);
    await write('update public.saved_candidates set note = $1 where user_id = $2', member.id);
    await write(
      `update auth.users set raw_user_meta_data = jsonb_build_object('name', $1::text) where id = $2`,
      owner.id,
    );
    await client.query('set session_replication_role = default');
    await client.query(readFileSync(migration, 'utf8'));
    const { rows } = await client.query(
      `select p.location, s.note, u.raw_user_meta_data as facts
        from public.candidate_profiles as p join public.saved_candidates as s on s.profile_id = p.id
        join auth.users as u on u.id = p.user_id where p.user_id = $1`,
      [owner.id],
    );
    expect(rows).toEqual([{ location: '', note: '', facts: { name: '' } }]);
  });
});

it('completeness is the same in the database as in the form', async () => {
  const parts: Fields[] = [
    { summary: 'x'.repeat(100) },
    { summary: 'x'.repeat(99) },
    { years_experience: 0 },
    { current_position: 'Coder' },
    { location: 'Durham' },
    { skills: ['a', 'b', 'c'] },
    { skills: ['a', 'b'] },
    { certifications: ['CCS'] },
    { education: 'BSc' },
    { preferred_job_types: ['Contract'] },
    { linkedin_url: 'https://a.example' },
    { portfolio_url: 'https://a.example' },
    { profile_picture_url: 'https://a.example/a.png' },
  ];
  for (const part of [{}, ...parts, Object.assign({}, ...parts)]) {
    const profile = candidateSchema.parse({ headline: 'Coder', ...part });
    const { data } = await insertAs(owner, profile);
    expect(data?.completeness, JSON.stringify(part)).toBe(completenessOf(profile).percent);
  }
});

describe('saved candidates', () => {
  it('belong to one member, and an unseen profile is refused like an invented one', async () => {
    const candidate = await actors.signedIn();
    const { data: profile } = await insertAs(candidate, { public_profile: true });
    const [member, other, stranger] = [
      await actors.member(),
      await actors.member(),
      await actors.signedIn(),
    ];
    const save = (person: typeof owner, profileId: string, note = 'Call in May') =>
      person.client
        .from('saved_candidates')
        .insert({ user_id: person.id, profile_id: profileId, note });
    expect((await save(member, profile?.id ?? '')).error).toBeNull();
    const refused = [
      await save(stranger, profile?.id ?? ''),
      await save(stranger, crypto.randomUUID()),
      await save(member, crypto.randomUUID()),
    ].map(({ error }) => error);
    expect(refused).toEqual([refused[0], refused[0], refused[0]]);
    expect(refused[0]?.code).toBe('42501');
    expect((await save(other, profile?.id ?? '', 'x'.repeat(1001))).error?.code).toBe('23514');

    const read = () =>
      member.client.from('saved_candidates').select('note, candidate_profiles(headline)');
    expect((await read()).data).toEqual([
      { note: 'Call in May', candidate_profiles: { headline: 'CDI Specialist' } },
    ]);
    expect((await other.client.from('saved_candidates').select('note')).data).toEqual([]);
    expect((await candidate.client.from('saved_candidates').select('note')).data).toEqual([]);
    await endMembership(member.id);
    expect((await read()).data).toEqual([]);
  });
});

async function endMembership(userId: string) {
  await asAdmin((client) =>
    client.query(
      `update subscriptions set current_period_end = now() - interval '2 hours' where user_id = $1`,
      [userId],
    ),
  );
}

it('has met no bug on the way', () => expect(bugs).toEqual([]));
