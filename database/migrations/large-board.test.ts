import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { randomFrom } from '#database/seed/random.ts';
import { roundsOf } from '#test/support/rounds.ts';
import { openTestApi } from '#test/support/test-api.ts';

// On a board so large that it is searched in parts: by weeks of its index, sequentially, and by the
// index alone.
const size = 60_000;
const api = await openTestApi();
const random = randomFrom(103);

const states = ['NC', 'SC', 'VA', 'GA', 'TX', 'FL', 'NY', 'CA'];
const types = ['Full-time', 'Part-time', 'Contract', 'Remote', 'Other'];
const charlotte = { latitude: 35.23, longitude: -80.82 };

/** One posting for each degree of rarity: half of all, a tenth, a fiftieth, a thousandth. */
const rows = `select now() - i * interval '58 days' / ${size} - interval '1 minute' as created_at,
    case when i % 37 = 0 then now() - interval '1 hour' else now() + interval '9 days' end as ends_at,
    case when i % 4 <> 0 then (35.23 + (i % 50) * 0.02)::real end as latitude,
    case when i % 4 <> 0 then (-80.82 - (i % 30) * 0.02)::real end as longitude,
    case when i % 5 <> 0 then 40000 + (i * 7919) % 120000 end as pay,
    i % 9000 = 0 as is_featured,
    md5('job ' || i)::uuid as job_id, md5('poster ' || i % 50)::uuid as posted_by,
    (array['Full-time', 'Full-time', 'Full-time', 'Part-time', 'Contract', 'Remote'])[1 + (i * 31) % 6] as job_type,
    (array['${states.join("', '")}'])[1 + (i * 13) % 8] as state,
    case when i % 10 = 0 then 'coder' when i % 50 = 1 then 'auditor' when i % 1000 = 2 then 'perfusionist' else 'analyst' end
      || ' ' || i % 7 || E'\\x1fclinic ' || i % 90 as words,
    case when i % 4 = 0 then 'remote' when i % 4 = 1 then 'hybrid' else 'on-site' end as workplace,
    i % 3 = 0 as verified, i % 40 = 0 as wants, i % 25 = 0 as knows_sql
  from generate_series(1, ${size}) as i`;

beforeAll(async () => {
  await api.asAdmin(async (client) => {
    // Building the indexes over all rows at the end costs a tenth.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
        from pg_index where indrelid = 'private.job_search'::regclass and not indisprimary`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    // Planned once instead of per row, computing the index entries takes half the time; and a tenth
    // of the statistics sample tells as much.
    await client.query(`set plan_cache_mode = force_generic_plan; set default_statistics_target = 10;
      set session_replication_role = replica;
      create table bench_rows as ${rows};
      update bench_rows set job_type = 'Other' where job_id in (select job_id from bench_rows order by job_id limit 40);
      insert into private.job_search (created_at, ends_at, latitude, longitude, pay, traits, is_featured, job_id, posted_by, job_type,
          workplace, state, words, facets)
        select created_at, ends_at, latitude, longitude, pay,
          (select sum(private.trait(facet)) from unnest(facets) as facet), is_featured, job_id, posted_by, job_type, workplace, state,
          words, facets
        from bench_rows, lateral (select array_remove(array['type ' || job_type, workplace, 'state ' || state,
          private.cell_of(latitude, longitude), case when verified then 'verified' end, case when wants then 'wants' end,
          case when wants then 'wants CIHIS-L' end, case when knows_sql then 'skill sql' end], null) as facets) as made;
      insert into private.board_spots select distinct private.spot_of(latitude, longitude), latitude, longitude
        from bench_rows where latitude is not null;
      set session_replication_role = origin`);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('analyze private.job_search');
  });
}, 600_000);

type Entry = Record<string, unknown>;

/** The meaning of a search entry, as a plain condition on the rows. */
function ruleOf(entry: Entry): string {
  const said = [`ends_at > now()`];
  if (entry.words) said.push(`words like '%${entry.words}%'`);
  if (entry.type) said.push(`job_type = '${entry.type}'`);
  if (entry.workplace) said.push(`workplace = '${entry.workplace}'`);
  if (entry.state && !entry.near) said.push(`state = '${entry.state}'`);
  if (entry.verified) said.push('verified');
  if (entry.credential) said.push('wants');
  if (entry.skills) said.push('knows_sql');
  if (entry.pay) said.push(`pay >= ${entry.pay}`);
  if (entry.days) said.push(`created_at >= now() - interval '${entry.days} days'`);
  if (entry.near) {
    const { latitude, longitude, miles } = entry.near as typeof charlotte & { miles: number };
    // By the law of cosines, not by the formula of the search.
    said.push(`3958.75 * acos(least(1, sind(latitude) * sind(${latitude})
      + cosd(latitude) * cosd(${latitude}) * cosd(longitude - (${longitude})))) <= ${miles} and latitude is not null`);
  }
  return said.join(' and ');
}

const board = 'is_featured desc, created_at desc, job_id desc';
/**
 * Every title here begins with its word, so the most relevant ones are the newest of all matches.
 */
function ordersOf(wanted: Entry[]): Record<string, string> {
  const [{ near, words }] = wanted as [Entry];
  const { latitude, longitude } = charlotte;
  return {
    newest: board,
    pay: 'pay desc nulls last, created_at desc, job_id desc',
    ...(words && wanted.length === 1 ? { relevance: board } : {}),
    ...(near
      ? {
          nearest: `private.miles_between(latitude, longitude, ${latitude}::real, ${longitude}::real) nulls last,
            created_at desc, job_id desc`,
        }
      : {}),
  };
}

function someEntry(): Entry {
  const pick = <T>(chance: number, choices: readonly T[]) =>
    random.chance(chance) ? random.pick(choices) : undefined;
  const near = pick(0.3, [10, 25, 50]);
  const entry = {
    words: pick(0.5, [['coder'], ['auditor'], ['perfusionist'], ['analyst'], ['nobody']]),
    type: pick(0.3, types),
    workplace: pick(0.3, ['hybrid', 'on-site']),
    state: pick(0.3, states),
    near: near && { ...charlotte, miles: near },
    pay: pick(0.3, [60_000, 120_000, 158_000]),
    days: pick(0.2, [1, 7, 30]),
    verified: pick(0.15, [true]),
    credential: pick(0.15, ['any', 'CIHIS-L']),
    skills: pick(0.15, [['sql']]),
  };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

/** What follows the twentieth of these. */
function nextPage(client: pg.Client, wanted: Entry[], ids: string[] | null) {
  return client.query(
    `select f.* from (select $2::uuid) as last (id) left join private.job_search as s on s.job_id = last.id,
      private.find_on_board($1, 'newest', s.is_featured, s.created_at, coalesce(s.job_id, $3), 0) as f`,
    [JSON.stringify(wanted), ids?.[19], '00000000-0000-0000-0000-000000000000'],
  );
}

const fixed: Entry[] = [{}, { words: ['coder'] }, { words: ['auditor'] }, { type: 'Other' }];
const cases = [...fixed, ...Array.from({ length: roundsOf({ usual: 20, all: 70 }) }, someEntry)];

type Client = Parameters<Parameters<typeof api.asAdmin>[0]>[0];
const find = (client: Client, wanted: Entry[], sort: string, skip: number) =>
  client.query<{ ids: string[] | null; matches: number; is_exact: boolean }>(
    'select * from private.find_on_board($1, $2, null, null, null, $3)',
    [JSON.stringify(wanted), sort, skip],
  );

/** Cases not covered by a test before are run at the end. */
const asked = new Set<string>();

/** Checks that the work never reads the whole board. */
async function byIndexes(work: (client: Client) => Promise<void>) {
  await api.asAdmin(async (client) => {
    await client.query('begin');
    await work(client);
    const { rows: read } = await client.query<{ seq_scan: string }>(
      `select seq_scan from pg_stat_xact_user_tables where relid = 'private.job_search'::regclass`,
    );
    expect(Number(read[0]?.seq_scan)).toBe(0);
    await client.query('rollback');
  });
}

/** Includes earlier reads on this connection that may not have been reported yet. */
async function rowsReadSoFar(client: Client): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `select idx_tup_fetch as rows from pg_stat_xact_user_tables where relid = 'private.job_search'::regclass`,
  );
  return Number(rows[0]?.rows);
}

it('finds, sorts and counts by the plain rule, whatever is common or rare', async () => {
  const wrong: unknown[] = [];
  await byIndexes(async (client) => {
    for (const [place, entry] of cases.entries()) {
      // Now and then two alternatives.
      const wanted = place % 9 === 8 ? [entry, { words: ['perfusionist'] }] : [entry];
      const rule = wanted.map((each) => `(${ruleOf(each)})`).join(' or ');
      const orders = Object.entries(ordersOf(wanted));
      const firsts = orders.map(
        ([sort, order]) =>
          `array(select job_id from fitting order by ${order} limit 61) as ${sort}`,
      );
      const { rows: plain } = await client.query(
        `with fitting as materialized (select * from bench_rows where ${rule})
          select (select count(*)::int from fitting) as all, ${firsts.join(', ')}`,
      );
      for (const [sort] of orders) {
        const ids: string[] = plain[0][sort];
        const all: number = plain[0].all;
        const { rows: found } = await find(client, wanted, sort, 0);
        asked.add(JSON.stringify([wanted, sort]));
        const said = { ...found[0], ids: found[0]?.ids ?? [] };
        const expected = {
          ids: ids.slice(0, 21),
          matches: Math.min(all, 1_000),
          is_exact: all <= 1_000,
        };
        if (!isDeepStrictEqual(said, expected)) wrong.push({ wanted, sort, said, expected });
        const isNewest = sort === 'newest';
        const { rows: next } = isNewest
          ? await nextPage(client, wanted, ids)
          : await find(client, wanted, sort, 40);
        const later = isNewest ? ids.slice(20, 41) : ids.slice(40);
        if (!isDeepStrictEqual(next[0]?.ids ?? [], later)) {
          wrong.push({ wanted, sort, page: 'later' });
        }
      }
    }
  });
  expect(wrong).toEqual([]);
}, 600_000);

it('counts the options beside a filter by the plain rule, even beyond what one pass meets', async () => {
  const wrong: unknown[] = [];
  await byIndexes(async (client) => {
    for (const entry of cases) {
      const { type, workplace, ...others } = entry;
      const { rows: groups } = await client.query<{
        job_type: string;
        workplace: string;
        count: number;
      }>(
        `select job_type, workplace, count(*)::int from bench_rows where ${ruleOf(others)} group by 1, 2`,
      );
      for (const [filter, column, beside] of [
        ['type', 'job_type', groups.filter((group) => !workplace || group.workplace === workplace)],
        ['workplace', 'workplace', groups.filter((group) => !type || group.job_type === type)],
      ] as const) {
        const { rows: found } = await client.query('select * from public.count_board($1, $2)', [
          JSON.stringify([entry]),
          filter,
        ]);
        for (const { value, matches } of found) {
          const those = beside.filter((group) => group[column] === value);
          const all = those.reduce((sum, { count }) => sum + count, 0);
          const expected = Math.min(all, 1_001);
          if (matches !== expected) wrong.push({ entry, value, said: matches, expected });
        }
      }
    }
  });
  expect(wrong).toEqual([]);
}, 600_000);

it('never reads the whole board, even if nothing supports the order', async () => {
  await byIndexes(async (client) => {
    for (const entry of cases) {
      for (const sort of ['newest', 'pay', 'nearest', 'relevance']) {
        if (asked.has(JSON.stringify([[entry], sort]))) continue;
        await find(client, [entry], sort, 0);
      }
    }
  });
}, 600_000);

it('reads no more for a later page of rare matches than for the first', async () => {
  await api.asAdmin(async (client) => {
    await client.query('begin');
    const wanted = [{ words: ['perfusionist'] }];
    const before = await rowsReadSoFar(client);
    const first = await client.query<{ ids: string[] }>(
      "select * from private.find_on_board($1, 'newest', null, null, null, 0)",
      [JSON.stringify(wanted)],
    );
    const afterFirst = await rowsReadSoFar(client);
    await nextPage(client, wanted, first.rows[0]?.ids ?? []);
    const forNext = (await rowsReadSoFar(client)) - afterFirst;
    expect(forNext).toBeLessThan(afterFirst - before + 100);
    await client.query('rollback');
  });
});

it('reads little more for counts beside a filter than a thousand of the rarest need', async () => {
  await api.asAdmin(async (client) => {
    await client.query('begin');
    const wanted = [{ words: ['analyst 1'] }, { words: ['clinic 2'] }];
    const rule = wanted.map((entry) => `(${ruleOf(entry)})`).join(' or ');
    const { rows: fewest } = await client.query<{ rows: number }>(
      `select max(rows)::int as rows from (select
          row_number() over (order by created_at desc) as rows,
          row_number() over (partition by workplace order by created_at desc) as nth
        from bench_rows where ${rule}) as counted where nth = 1001`,
    );
    const before = await rowsReadSoFar(client);
    const { rows: counts } = await client.query('select * from public.count_board($1, $2)', [
      JSON.stringify(wanted),
      'workplace',
    ]);
    // Besides the thousand that it walks through first.
    const read = (await rowsReadSoFar(client)) - before - 1_000;
    expect(counts.map(({ matches }) => matches)).toEqual([1_001, 1_001, 1_001]);
    expect(read).toBeLessThan(1.1 * (fewest[0]?.rows ?? 0));
    await client.query('rollback');
  });
});

it('gives the same results when it estimates the board twenty times as large and searches by days', async () => {
  await byIndexes(async (client) => {
    const askAll = async () => {
      const answers: unknown[] = [];
      for (const entry of cases) {
        const { rows: newest } = await find(client, [entry], 'newest', 0);
        const { rows: relevant } = await find(client, [entry], 'relevance', 0);
        const { rows: counts } = await client.query(
          `select * from public.count_board($1, 'type')
            union all select * from public.count_board($1, 'workplace')`,
          [JSON.stringify([entry])],
        );
        answers.push({ entry, newest, relevant, counts });
      }
      return answers;
    };
    const said = await askAll();
    await client.query(
      `update pg_class set reltuples = 20 * reltuples where oid = 'private.job_search'::regclass`,
    );
    const { rows } = await client.query('select private.newest_with(1001, 0.02) as dated');
    expect(rows[0]?.dated).toContain('private.day_of');
    expect(await askAll()).toEqual(said);
  });
}, 600_000);
