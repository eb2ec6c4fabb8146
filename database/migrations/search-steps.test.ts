import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { cursorAfter } from '#domain/candidates/candidate-search.ts';
import { roundsOf } from '#test/support/rounds.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { randomFrom } from '../seed/random.ts';
import { seedManyCandidates } from '../seed/sample-candidates.ts';
import { seedSampleJobs } from '../seed/sample-jobs.ts';
import { seedDemo } from '../seed/seed.ts';

// More than is scanned before an index is used; and twice as many candidates, so that they are
// searched by weeks.
const size = 1_300;

const site = await openTestApi();
const member = await site.actors.member();
const random = randomFrom(21);

beforeAll(async () => {
  await seedDemo(site.database, () => {});
  // Those in the register come first now.
  await site.database.asService.query({ text: 'select register.erase_samples()' });
  await seedSampleJobs(site, size);
  await seedManyCandidates(site, 2 * size);
  await site.asAdmin(async (client) => {
    await client.query(readAsFormer('0013_candidates.sql', 'people_hidden_from'));
    await client.query(
      readAsFormer('0014_candidate_search.sql', 'search_conditions', 'find_candidates'),
    );
    await client.query(readAsFormer('0007_job_search.sql', 'find_jobs'));
    // Some hide from the member, and some are banned.
    await client.query(
      `insert into profile_hides (user_id, company)
        select p.user_id, e.company from candidate_profiles as p, employers as e
        where e.user_id = $1 and hashtext(p.id::text) % 9 = 0`,
      [member.id],
    );
    await client.query(`update auth.users set banned_until = now() + interval '1 day'
      where raw_app_meta_data ->> 'sample' = 'true' and hashtext(id::text) % 23 = 0`);
    // One candidate is much older than the others, so that there are weeks to go back through.
    await client.query(`update candidate_profiles set created_at = now() - interval '3 years'
      where id = (select id from candidate_profiles where public_profile order by created_at limit 1)`);
  });
});

/** The functions of an earlier migration under other names, and without its indexes. */
function readAsFormer(file: string, ...names: string[]): string {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const functions = names.map((name) => {
    const start = text.indexOf(`create function private.${name}(`);
    return text.slice(start, text.indexOf('\n$$;', start) + 4);
  });
  return (
    functions
      .join('\n')
      .replaceAll(
        /private\.(search_conditions|find_candidates|find_jobs|people_hidden_from)\(/g,
        'private.former_$1(',
      )
      // Since migration 0287 each word is searched separately.
      .replaceAll("' and c.words like $2'", "' and c.words like all ($2)'")
      .replaceAll(
        'using me, private.like_pattern(needle)',
        String.raw`using me, case when needle ~ '[^\s,;]' then array(select private.like_pattern(term)
          from regexp_split_to_table(needle, '[\s,;]+') as term where term <> '') else array[private.like_pattern(needle)] end`,
      )
      // These conditions only help an index.
      .replaceAll(/ +and private\.job_grams\(title, company\) @> needed\n/g, '')
      .replaceAll(
        /\n +when char_length\(private\.fold\(q\)\) < 3\n[\s\S]*?(?=\n +else)/g,
        " when false then ''",
      )
  );
}

const words =
  'coder auditor audit specialist, nc ky analyst ai revenue manager model 100% _ % \\ e zq - wound care lead lakecrest'.split(
    ' ',
  );
const some = <T>(choices: readonly T[], chance: number) =>
  random.chance(chance) ? random.pick(choices) : undefined;

/** Words, parts of words, and what surrounds the space between two. */
function randomTerm(): string {
  const term = Array.from({ length: 1 + random.below(3) }, () => random.pick(words)).join(' ');
  const start = random.below(term.length);
  return random.chance(0.5) ? term : term.slice(start, start + 1 + random.below(9));
}

/**
 * The same cursor in today's order, which combines the day and being in the register into one
 * number.
 */
function placeNow(sort: unknown, place: unknown): string | undefined {
  if (typeof place !== 'string') return undefined;
  const [completeness, created_at = '', id = ''] = place.split('~');
  return cursorAfter(
    { completeness: Number(completeness), created_at, id, verified: [] },
    sort === 'completeness' ? 'completeness' : 'newest',
  );
}

it('finds and counts the same candidates as before, whatever is searched for', async () => {
  const { database } = site;
  // As the functions' owner would, in the member's name.
  const ask = async (text: string, values: unknown[]) => {
    const { rows } = await database.askAs<{ ids: string[] | null; are_all: boolean }>(
      { ...member.caller, role: 'service_role' },
      { text, values },
    );
    return { ids: rows[0]?.ids ?? [], areAll: rows[0]?.are_all };
  };
  const asked = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11';
  const askedNow = "$1, $2, $3, $4, $5, $6, $7, '', $8, $9, 0, $10, $11";
  await site.asAdmin((client) =>
    client.query('grant execute on all functions in schema private to service_role'),
  );
  let all = 0;
  for (let turn = 0; turn < roundsOf({ usual: 30, all: 100 }); turn += 1) {
    const values = [
      random.chance(0.7) ? randomTerm() : '',
      some(['Senior', 'Executive', 'all'], 0.4),
      random.chance(0.4) ? [random.pick(['SQL', 'Epic', 'nothing']), 'CPT'] : [],
      some(['all', 'any'], 0.6),
      some(['nc', 'raleigh', 'ky', '%'], 0.2),
      some(['cihis', 'ccs', 'c'], 0.2),
      some(['Immediately'], 0.2),
      some([0, 5, 30], 0.2),
      some([3, 20], 0.2),
      random.pick(['newest', 'completeness', null]),
      some(
        [`60~${new Date(Date.now() - random.below(9) * 86_400_000).toISOString()}~${member.id}`],
        0.3,
      ),
    ];
    const { ids: before } = await ask(
      `select array_agg(profile_id order by n) as ids
        from private.former_find_candidates(${asked}, 1001)`,
      values,
    );
    const enough = random.pick([1, 20, 100, 1 + random.below(before.length + 1)]);
    const most = Math.max(enough, random.pick([enough, 201]));
    const { ids, areAll } = await ask(
      `select ids, are_all from private.find_candidates(${askedNow}, $12, $13)`,
      [...values.slice(0, 10), placeNow(values[9], values[10]), enough, most],
    );
    const told = JSON.stringify([...values, enough, most]);
    all += ids.length;
    expect(ids.length, told).toBeGreaterThanOrEqual(Math.min(enough, before.length));
    expect(ids.length, told).toBeLessThanOrEqual(most);
    if (areAll) expect(ids.length, told).toBe(before.length);
    // Without an order, it is undefined which of them are counted.
    if (values[9] === null) expect(before, told).toEqual(expect.arrayContaining(ids));
    else expect(ids, told).toEqual(before.slice(0, ids.length));
  }
  expect(all).toBeGreaterThan(100);
});

it('counts exactly, or says at least how many', async () => {
  const told = new Set<boolean | null>();
  for (const q of ['coder', 'coder, a', 'lead coder', 'wound care', 'lakecrest', 'zq']) {
    const { data } = await member.client.rpc('count_candidates', { q }).single().throwOnError();
    const { rows } = await site.database.askAs<{ all: number }>(
      { ...member.caller, role: 'service_role' },
      {
        text: `select count(*)::int as all from private.former_find_candidates(
          $1, null, null, null, null, null, null, null, null, null, null, 1001)`,
        values: [q],
      },
    );
    const all = rows[0]?.all ?? Number.NaN;
    if (data.is_exact) expect(data.matches, q).toBe(all);
    else expect([20, 50, 100, 200].filter((count) => count < all)).toContain(data.matches);
    told.add(data.is_exact);
  }
  expect([...told].toSorted()).toEqual([false, true]);
});

it('finds and counts the same jobs as before', async () => {
  const ask = async (which: string, values: unknown[]) => {
    const text = `select ids, matches, is_exact from private.${which}find_jobs($1, $2, true, 'infinity',
      'ffffffff-ffff-ffff-ffff-ffffffffffff', true)`;
    return (await site.database.asService.query({ text, values })).rows;
  };
  for (let turn = 0; turn < roundsOf({ usual: 20, all: 60 }); turn += 1) {
    const values = [randomTerm().toLowerCase(), random.pick(['', '', 'Contract'])];
    expect(await ask('', values), JSON.stringify(values)).toEqual(await ask('former_', values));
  }
});
