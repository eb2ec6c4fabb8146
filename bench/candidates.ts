import { createApi } from '#api/api.ts';
import { openDatabase } from '#database/database.ts';
import { seedManyCandidates } from '#database/seed/sample-candidates.ts';
import { cursorAfter } from '#domain/candidates/candidate-search.ts';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import { createActors } from '#test/support/actors.ts';
import { asAdmin, cloneDatabase, startTestEngine } from '#test/support/engine.ts';
import { testAuth } from '#test/support/test-auth.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testStorage } from '#test/support/test-storage.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

// The candidate search as a member, with 1,000 and with 300,000 candidates: through the whole API,
// as the same call in SQL, and as a handwritten query; all under row-level security.

type Args = Record<string, string | number | string[]>;
type Case = { name: string; args: Args; count?: boolean; byHand: string };

const rows = 'select p.* from public.candidate_profiles p where public_profile';
const newest = 'order by created_at desc, id desc limit 20';
const contains = (word: string) => `(headline ilike '%${word}%' or location ilike '%${word}%')`;

const cases: Case[] = [
  { name: 'plain list', args: {}, byHand: `${rows} ${newest}` },
  {
    name: 'text, common',
    args: { q: 'coder' },
    byHand: `${rows} and ${contains('coder')} ${newest}`,
  },
  {
    name: 'text, rare',
    args: { q: 'lakecrest, ky' },
    byHand: `${rows} and ${contains('lakecrest, ky')} ${newest}`,
  },
  {
    name: 'text, nobody',
    args: { q: 'zebrafish' },
    byHand: `${rows} and ${contains('zebrafish')} ${newest}`,
  },
  {
    name: 'text of two letters, nobody',
    args: { q: 'zq' },
    byHand: `${rows} and ${contains('zq')} ${newest}`,
  },
  {
    name: 'words that nobody has side by side',
    args: { q: 'coder auditor' },
    byHand: `${rows} and ${contains('coder auditor')} ${newest}`,
  },
  {
    name: 'skills',
    args: { skills: ['SQL', 'Prompt engineering'], skills_mode: 'all' },
    byHand: `${rows} and skills @> '{SQL,Prompt engineering}' ${newest}`,
  },
  {
    name: 'verified only',
    args: { verified: 'any' },
    byHand: `${rows} and verified <> '[]' ${newest}`,
  },
  {
    name: 'place, 25 miles',
    args: { location: 'Charlotte, NC', miles: 25 },
    byHand: `${rows} and location ilike '%charlotte%' ${newest}`,
  },
  {
    name: 'place and verified',
    args: { location: 'Charlotte, NC', miles: 25, verified: 'CIHIS-AI' },
    byHand: `${rows} and location ilike '%charlotte%' and verified <> '[]' ${newest}`,
  },
  {
    name: 'place, verified and skills',
    args: {
      location: 'Charlotte, NC',
      miles: 100,
      verified: 'any',
      skills: ['SQL', 'Prompt engineering'],
      skills_mode: 'all',
    },
    byHand: `${rows} and location ilike '%, nc%' and verified <> '[]'
      and skills @> '{SQL,Prompt engineering}' ${newest}`,
  },
  {
    name: 'three filters',
    args: { q: 'auditor', level: 'Executive', skills: ['Bias testing'] },
    byHand: `${rows} and ${contains('auditor')} and experience_level = 'Executive'
      and skills && '{Bias testing}' ${newest}`,
  },
  {
    name: 'three common filters',
    args: { level: 'Senior', availability: 'Immediately', skills: ['SQL'] },
    byHand: `${rows} and experience_level = 'Senior' and availability = 'Immediately'
      and skills && '{SQL}' ${newest}`,
  },
  { name: 'page 100', args: {}, byHand: '' },
  {
    name: 'count of place and verified',
    args: { location: 'Charlotte, NC', miles: 25, verified: 'CIHIS-AI' },
    count: true,
    byHand: `select count(*) from (${rows} and location ilike '%charlotte%' and verified <> '[]' limit 201) x`,
  },
  {
    name: 'count of a common text',
    args: { q: 'coder' },
    count: true,
    byHand: `select count(*) from (${rows} and ${contains('coder')} limit 201) x`,
  },
  {
    name: 'count of three filters',
    args: { q: 'auditor', level: 'Executive', skills: ['Bias testing'] },
    count: true,
    byHand: `select count(*) from (${rows} and ${contains('auditor')} and experience_level = 'Executive'
      and skills && '{Bias testing}' limit 201) x`,
  },
  {
    name: 'count of three common filters',
    args: { level: 'Senior', availability: 'Immediately', skills: ['SQL'] },
    count: true,
    byHand: `select count(*) from (${rows} and experience_level = 'Senior'
      and availability = 'Immediately' and skills && '{SQL}' limit 201) x`,
  },
];

type Site = Awaited<ReturnType<typeof openSite>>;
const ways = ['through the API', 'the same call in SQL', 'SQL by hand'] as const;
type Way = (typeof ways)[number];
const partOf: Record<Way, string> = {
  'through the API': 'candidates',
  'the same call in SQL': 'candidates-call',
  'SQL by hand': 'candidates-by-hand',
};

async function benchCandidates({ sizes = [1_000, 300_000], tries = 60 } = {}) {
  const engine = await startTestEngine();
  const sites: Site[] = [];
  try {
    for (const size of sizes) sites.push(await openSite(engine, size));
    for (const way of ways) {
      const rows = [];
      for (const question of cases) {
        // Handwritten queries that lack an index take long, and more tries add nothing.
        const count = way === 'SQL by hand' ? Math.ceil(tries / 10) : tries;
        const times = await measure(
          sites.map((site) => () => site.ask(way, question)),
          count,
        );
        const row: Record<string, string> = { search: question.name };
        for (const [place, size] of sizes.entries()) {
          row[`${size} p50 ms`] = at(times[place], 0.5).toFixed(1);
          row[`${size} p95 ms`] = at(times[place], 0.95).toFixed(1);
        }
        row['p50 ratio'] = (at(times.at(-1), 0.5) / at(times[0], 0.5)).toFixed(2);
        row['p95 ratio'] = (at(times.at(-1), 0.95) / at(times[0], 0.95)).toFixed(2);
        rows.push(row);
      }
      report(partOf[way], {
        title: `Candidate search, ${way}`,
        explanation: `A member's search among 1,000 and among 300,000 candidates, all under row-level security; one in a hundred hides
from the member, and one in twenty is verified. The ratios compare the large one to the small one: 1.00 is a search
that does not notice the size. With a few milliseconds, the slowest twentieth says more about other work on the
machine than the median does.`,
        rows,
        // Handwritten SQL has no index with what our search knows.
        goals:
          way === 'SQL by hand'
            ? []
            : [
                atMost(`${sizes.at(-1)} p95 ms`, 50),
                atMost('p95 ratio', 3),
                atMost('p50 ratio', 2),
              ],
        drawn: ['p50 ratio'],
      });
    }
  } finally {
    for (const site of sites) await site.close();
    await engine.stop();
  }
}

/** A database with this many candidates, and the ways to query it as a member. */
async function openSite(engine: Awaited<ReturnType<typeof startTestEngine>>, size: number) {
  const { admin, login } = await cloneDatabase(engine);
  const storage = testStorage();
  const database = openDatabase(login, 5);
  const begin = performance.now();
  await seedManyCandidates({ database, admin }, size, () => {});
  console.log(`${size} candidates in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  const dependencies = { database, keys: testKeys, auth: await testAuth(), storage };
  const call = createApi({ ...dependencies, reportBug: (error) => console.error(error) });
  const { id, client, caller } = await createActors({ database, call }).member();
  await hideSome(admin, id, size);
  await verifySome(admin, size);
  const after = await findPage(client, 100);

  function ask(way: Way, { name, args: given, byHand, count }: Case): PromiseLike<unknown> {
    const args = name === 'page 100' ? { ...given, after } : given;
    const routine = count ? 'count_candidates' : 'search_candidates';
    if (way === 'through the API') return client.rpc(routine, args as never).throwOnError();
    if (way === 'the same call in SQL') {
      const list = Object.keys(args).map((key, place) => `${key} => $${place + 1}`);
      const text = `select * from public.${routine}(${list.join(', ')})`;
      const statement = { text, values: Object.values(args), name: `bench ${name}` };
      return database.askAs(caller, statement, { readOnly: true });
    }
    const [, createdAt, last] = after.split('~');
    const fromThere = `${rows} and (created_at, id) < ('${createdAt}', '${last}') ${newest}`;
    return database.askAs(caller, { text: byHand || fromThere }, { readOnly: true });
  }

  return {
    ask,
    async close() {
      await database.close();
      storage.clear();
    },
  };
}

/**
 * One in a hundred hides from the member, as in real life: among the newest as among the oldest.
 */
async function hideSome(admin: Parameters<typeof asAdmin>[0], member: string, size: number) {
  await asAdmin(admin, async (client) => {
    await client.query(
      `insert into employer_ties (user_id, company_key, since)
        values ($1, private.company_key('Bench Company'), '-infinity')`,
      [member],
    );
    await client.query(
      `insert into profile_hides (user_id, company)
        select user_id, 'Bench Company, Inc.' from candidate_profiles
        order by md5(user_id::text) limit $1`,
      [Math.ceil(size / 100)],
    );
    await client.query('analyze');
  });
}

/** The register knows one in twenty. */
async function verifySome(admin: Parameters<typeof asAdmin>[0], size: number) {
  await asAdmin(admin, async (client) => {
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into register.awards (number, type, version, name, user_id, awarded_on, status_list, status_index)
        select number, 'CIHIS-AI', 1, 'Holder ' || place, user_id, '2026-01-15', 1, place
        from unnest($1::text[]) with ordinality as each (number, place)
          join (select user_id, row_number() over (order by md5(user_id::text || 'seal')) as place
            from candidate_profiles) as people using (place)`,
      [Array.from({ length: Math.ceil(size / 20) }, makeCredentialNumber)],
    );
    await client.query("set session_replication_role = 'origin'");
    await client.query('select register.show_seals(array(select user_id from register.awards))');
    await client.query('analyze');
  });
}

/** The cursor after which page number `page` begins; with few candidates, the last one there is. */
async function findPage(
  client: ReturnType<typeof createActors>['anonymous']['client'],
  page: number,
): Promise<string> {
  let after = '';
  for (let turned = 0; turned < page - 1; turned += 5) {
    const { data, error } = await client.rpc('search_candidates', { after, page_size: 100 });
    if (error) throw error;
    const last = data.at(-1);
    // If the end comes first, half of the way, so that the page is full.
    if (!last || data.length < 100) break;
    after = cursorAfter(last);
  }
  return after;
}

/** In turns, so that a slow moment of the machine affects both sizes alike. */
async function measure(works: (() => PromiseLike<unknown>)[], tries: number): Promise<number[][]> {
  const times = works.map((): number[] => []);
  for (let count = -5; count < tries; count += 1) {
    for (const [place, work] of works.entries()) {
      const begin = performance.now();
      await work();
      if (count >= 0) times[place]?.push(performance.now() - begin);
    }
  }
  return times;
}

function at(times: number[] = [], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

// `npm run bench -- candidates 50000` measures that many beside a thousand, and only prints it.
if (import.meta.main) {
  const [size] = process.argv.slice(2).map(Number);
  await benchCandidates(size ? { sizes: [1_000, size] } : {});
}
