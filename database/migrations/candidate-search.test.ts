import { describe, expect, it } from 'vitest';
import { cursorAfter } from '#domain/candidates/candidate-search.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
const member = await actors.member();

type Profile = {
  headline: string;
  location?: string | null;
  experience_level?: string;
  availability?: string;
  years_experience?: number | null;
  skills?: string[];
  certifications?: string[];
  languages?: string[];
  public_profile?: boolean;
};

const profiles: Profile[] = [
  { headline: 'Inpatient Coder', location: 'Durham, NC', skills: ['ICD-10', 'Audit'] },
  {
    headline: 'Lead AUDITOR',
    location: 'Charlotte, NC',
    experience_level: 'Lead',
    skills: ['audit'],
  },
  {
    headline: 'CDI Specialist',
    location: 'Raleigh',
    years_experience: 12,
    skills: ['Audit', 'SQL'],
  },
  { headline: '100% remote _coder_ \\o/', location: null, years_experience: 75 },
  { headline: 'Denials Analyst', location: 'DURHAM', certifications: ['CIHIS-AI', 'CCS'] },
  {
    headline: 'Educator',
    certifications: ['cihis-ed'],
    languages: ['Spanish'],
    availability: 'Immediately',
  },
  { headline: 'İstanbul ÖRTLICH', location: 'Cafe\u0301', years_experience: 0 },
  { headline: 'Coder who hides', location: 'Durham', public_profile: false },
  { headline: 'Executive coder', experience_level: 'Executive', availability: 'Immediately' },
];
for (const profile of profiles) await insert(profile);

async function insert(profile: Profile) {
  const person = await actors.signedIn();
  const { error } = await person.client
    .from('candidate_profiles')
    .insert({ public_profile: true, user_id: person.id, ...profile });
  if (error) throw error;
  return person;
}

async function search(args: Record<string, unknown>, person = member) {
  const { data, error } = await person.client.rpc('search_candidates', args);
  if (error) throw error;
  return data as {
    id: string;
    headline: string;
    completeness: number;
    created_at: string;
    verified: unknown;
  }[];
}

const found = async (args: Record<string, unknown>) =>
  (await search(args)).map(({ headline }) => headline).toSorted();

describe('the text of a search', () => {
  const contains = (text: string | null | undefined, part: string) =>
    (text ?? '').normalize('NFC').toLowerCase().includes(part.normalize('NFC').toLowerCase());
  const texts = [
    '',
    'coder',
    'CODER',
    'durham',
    'a',
    'nc',
    'NC',
    ' c',
    'ör',
    ', ',
    '\\o',
    '0%',
    'zz',
    '%',
    '_',
    '_coder_',
    '\\',
    '100%',
    'örtlich',
    'café',
    'CAFÉ',
    'nobody like this',
    "'; drop table jobs; --",
    'coderdurham',
    'nc\nDurham',
    'durham coder',
    'Coder, Durham NC',
    'nc_',
    'coder raleigh',
  ];
  it.each(texts)('%j matches headline or location, without case, word by word', async (q) => {
    const words = q.split(/[\s,;]+/).filter(Boolean);
    const expected = profiles
      .filter((profile) => profile.public_profile !== false)
      .filter(({ headline, location }) =>
        (words.length > 0 ? words : [q.trim()]).every(
          (word) => contains(headline, word) || contains(location, word),
        ),
      );
    expect(await found({ q })).toEqual(expected.map(({ headline }) => headline).toSorted());
    const { data } = await member.client.rpc('count_candidates', { q });
    expect(data).toEqual([{ matches: expected.length, is_exact: true }]);
  });
});

describe('the filters of a search', () => {
  it.each([
    [{ level: 'Lead' }, ['Lead AUDITOR']],
    [{ level: 'all' }, profiles.filter((p) => p.public_profile !== false).map((p) => p.headline)],
    [{ skills: ['AUDIT'] }, ['CDI Specialist', 'Inpatient Coder', 'Lead AUDITOR']],
    [{ skills: ['sql', 'icd-10'] }, ['CDI Specialist', 'Inpatient Coder']],
    [{ skills: ['audit', 'SQL'], skills_mode: 'all' }, ['CDI Specialist']],
    [{ skills: ['aud'] }, []],
    [{ skills: ['spanish'] }, ['Educator']],
    [{ skills: ['SPANISH', 'sql'] }, ['CDI Specialist', 'Educator']],
    [{ location: 'durham' }, ['Denials Analyst', 'Inpatient Coder']],
    [{ location: '%' }, []],
    // With a radius it is a place, however they wrote theirs; a place that we do not know is
    // matched as text, as before.
    [
      { location: 'Chapel Hill, NC', miles: 25 },
      ['CDI Specialist', 'Denials Analyst', 'Inpatient Coder'],
    ],
    [{ location: '27701', miles: 10 }, ['Denials Analyst', 'Inpatient Coder']],
    [{ location: 'charlotte nc', miles: 100 }, ['Lead AUDITOR']],
    [{ location: 'nowhere nc', miles: 100 }, []],
    [{ location: 'Charlotte, NC', miles: 100 }, ['Lead AUDITOR']],
    [
      { location: 'NC', miles: 10 },
      ['CDI Specialist', 'Denials Analyst', 'Inpatient Coder', 'Lead AUDITOR'],
    ],
    [{ location: 'afé', miles: 10 }, ['İstanbul ÖRTLICH']],
    [{ location: 'Boise, ID', miles: 50 }, []],
    [{ location: 'Durham, NC', miles: 10, skills: ['icd-10'] }, ['Inpatient Coder']],
    [{ certification: 'cihis' }, ['Denials Analyst', 'Educator']],
    [{ certification: 'CCS' }, ['Denials Analyst']],
    [{ availability: 'Immediately' }, ['Educator', 'Executive coder']],
    [{ years_from: 10 }, ['100% remote _coder_ \\o/', 'CDI Specialist']],
    [{ years_from: 61, years_to: 80 }, ['100% remote _coder_ \\o/']],
    [{ years_from: 61, years_to: 70 }, []],
    [{ years_to: 5 }, ['İstanbul ÖRTLICH']],
    [{ years_from: 5, years_to: 1 }, []],
    [{ q: 'coder', level: 'Executive', availability: 'Immediately' }, ['Executive coder']],
    [{ q: 'coder', location: 'durham', skills: ['icd-10'] }, ['Inpatient Coder']],
  ])('%j finds %j', async (args, headlines) => {
    expect(await found(args)).toEqual(headlines.toSorted());
    const { data } = await member.client.rpc('count_candidates', args);
    expect(data).toEqual([{ matches: headlines.length, is_exact: true }]);
  });
});

describe('pages', () => {
  it.each(['newest', 'completeness'] as const)(
    'by %s show everybody once, in order',
    async (sort) => {
      const all = await search({ sort, page_size: 100 });
      const seen: typeof all = [];
      let after: string | undefined;
      for (;;) {
        const page = await search({ sort, page_size: 3, after });
        seen.push(...page);
        const last = page.at(-1);
        if (page.length < 3 || !last) break;
        after = cursorAfter(last, sort);
      }
      expect(seen).toEqual(all);
      const key = ({ completeness, created_at, id }: (typeof all)[number]) =>
        `${sort === 'newest' ? '' : String(completeness).padStart(3, '0')} ${created_at} ${id}`;
      const keys = all.map(key);
      expect(keys).toEqual(keys.toSorted().toReversed());
    },
  );

  it('have at most 100 entries, and an invalid cursor is refused', async () => {
    expect((await search({ page_size: -5 })).length).toBe(1);
    const { error } = await member.client.rpc('search_candidates', { after: 'x~y~z' });
    expect(error?.code).toMatch(/^22/);
  });
});

describe('what a search keeps secret', () => {
  it('a visitor may not search, and without a membership there are no people and no count', async () => {
    const stranger = await actors.signedIn();
    const expired = await actors.member(new Date(Date.now() - 7_200_000));
    for (const person of [stranger, expired]) {
      expect(await search({}, person)).toEqual([]);
      expect((await person.client.rpc('count_candidates')).data).toEqual([
        { matches: 0, is_exact: true },
      ]);
    }
    for (const name of ['search_candidates', 'count_candidates'] as const) {
      const { error, status } = await actors.anonymous.client.rpc(name);
      expect([error?.code, status]).toEqual(['42501', 401]);
    }
  });

  it('soon says that nobody has the 50,000 letters that were searched for', async () => {
    const long = 'coder at work '.repeat(4_000);
    for (const asked of [{ q: long }, { location: long }, { certification: long }]) {
      const began = performance.now();
      expect(await found(asked)).toEqual([]);
      expect(performance.now() - began).toBeLessThan(1_000);
    }
  });

  it('follows a profile as it changes, closes and is deleted', async () => {
    const person = await insert({ headline: 'Zebrafish expert' });
    const change = (values: object) =>
      person.client.from('candidate_profiles').update(values).eq('user_id', person.id);
    expect(await found({ q: 'zebrafish' })).toHaveLength(1);
    await change({ headline: 'Quokka expert' });
    expect(await found({ q: 'zebrafish' })).toHaveLength(0);
    expect(await found({ q: 'quokka' })).toHaveLength(1);
    await change({ public_profile: false });
    expect(await found({ q: 'quokka' })).toHaveLength(0);
    await change({ public_profile: true });
    expect(await found({ q: 'quokka' })).toHaveLength(1);
    await person.client.from('candidate_profiles').delete().eq('user_id', person.id);
    expect(await found({ q: 'quokka' })).toHaveLength(0);
    const { rows } = await database.asService.query<{ left: number }>({
      text: 'select count(*)::int as left from public.candidate_profiles where user_id = $1',
      values: [person.id],
    });
    expect(rows).toEqual([{ left: 0 }]);
  });

  it('its table cannot be reached', async () => {
    const { error } = await member.client.from('candidate_search' as never).select('words');
    expect(error?.code).toBe('PGRST205');
    const attempt = database.askAs(member.caller, { text: 'select from private.candidate_search' });
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
