import { expect, it } from 'vitest';
import { randomFrom } from '#database/seed/random.ts';
import { pageKeyAfter } from '#domain/finding/job-search.ts';
import { jobTypes } from '#domain/jobs/job-facts.ts';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { roundsOf } from '#test/support/rounds.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
await postWithoutLimit(database);
const cases = roundsOf({ usual: 400, all: 2_000 });
const poster = await actors.signedIn();
const random = randomFrom(190);

const parts = [
  'Coder',
  'coder',
  'AUDIT',
  'Remote',
  'Charlotte',
  'NC',
  'café',
  'Cafe\u0301',
  'İstanbul',
  'ÖRT',
  'ß',
  '東京',
  '病',
  '😀',
  '100%',
  '_',
  '\\',
  "'",
  '"',
  '--',
  '$35/h',
  '90k',
  'C++',
  ',',
  '.',
  'a',
  'I',
  'مح',
  'ﬁ',
  '28202',
  'CIHIS-L',
  'x',
];
const phrase = (most: number) =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(parts)).join(
    random.chance(0.7) ? ' ' : '',
  );
const rows = Array.from({ length: 120 }, (_, place) => ({
  title: `${phrase(3)} ${place}a`,
  company: `${phrase(2)} Co`,
  job_type: random.pick(jobTypes),
}));
const ids = await storeJobs(
  database,
  rows.map((row) => jobRow(poster.id, row)),
);
const stored = new Map(ids.map((id, place) => [id, rows[place]]));

/**
 * The specified rule, and nothing else: a part of title or company in any case, and exactly the
 * type.
 */
function isMatch({ title, company, job_type }: (typeof rows)[number], q: string, type: string) {
  // PostgreSQL maps this letter to one letter; JavaScript would make two of it.
  const fold = (text: string) => text.normalize('NFC').replaceAll('İ', 'i').toLowerCase();
  return (
    (type === '' || job_type === type) &&
    (fold(title).includes(fold(q)) || fold(company).includes(fold(q)))
  );
}

type Case = { q: string; type: string };
type Found = Parameters<typeof pageKeyAfter>[0] & { place: number; has_more: boolean };

/**
 * Both implementations, as SQL that answers one page for each of a visitor's cases, the case at
 * `place` after its `after`.
 */
const specified = `public.search_jobs(q => each.q, type => each.type, after_featured => each.after_featured,
  after_created_at => each.after_created_at, after_id => each.after_id)`;
const plain = `public.search_board(wanted => jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
    'words', case when each.q <> '' then jsonb_build_array(each.q) end, 'type', nullif(each.type, '')))),
  after_featured => each.after_featured, after_created_at => each.after_created_at, after_id => each.after_id)`;

/**
 * Everything that each case finds, page by page: a hundred cases share a query, because otherwise
 * most of the time would be round trips.
 */
async function findAll(way: string, asked: readonly Case[]): Promise<string[][]> {
  const found: string[][] = asked.map(() => []);
  let open: object[] = asked.map((each, place) => ({ ...each, place }));
  while (open.length > 0) {
    const { rows: pages } = await database.askAs<Found>(actors.anonymous.caller, {
      text: `select each.place, page.id, page.has_more, page.is_featured, page.created_at::text
        from jsonb_to_recordset($1::jsonb) as each (place int, q text, type text, after_featured boolean,
          after_created_at timestamptz, after_id uuid), ${way} with ordinality as page
        order by each.place, page.ordinality`,
      values: [JSON.stringify(open)],
    });
    const last = new Map(pages.map((page) => [page.place, page]));
    for (const { place, id } of pages) found[place]?.push(id);
    open = [...last.values()]
      .filter(({ has_more }) => has_more)
      .map((page) => ({ ...asked[page.place], place: page.place, ...pageKeyAfter(page) }));
  }
  return found.map((ids) => ids.toSorted());
}

/** A term cut out of a text, or assembled: with luck there is something to find. */
function term(): string {
  if (random.chance(0.4)) return phrase(2).trim();
  const row = random.pick(rows);
  const letters = [...(random.chance(0.5) ? row.title : row.company)];
  const start = random.below(letters.length);
  const part = letters.slice(start, start + 1 + random.below(8)).join('');
  return (random.chance(0.5) ? part : part.toUpperCase()).trim();
}

it(`the specified search is its plain rule, in ${cases} random cases and both of its ways`, async () => {
  const wrong: unknown[] = [];
  for (let count = 0; count < cases; count += 100) {
    const asked = Array.from({ length: 100 }, () => ({
      q: term(),
      type: random.chance(0.6) ? '' : random.pick(jobTypes),
    }));
    const bySpecified = await findAll(specified, asked);
    const byPlain = await findAll(plain, asked);
    for (const [place, { q, type }] of asked.entries()) {
      const found = [bySpecified[place], byPlain[place]];
      const expected = ids
        .filter((id) => {
          const row = stored.get(id);
          return row && isMatch(row, q, type);
        })
        .toSorted();
      if (found.some((those) => `${those}` !== `${expected}`)) {
        const [specified, plain] = found.map((those) => those?.length);
        wrong.push({ q, type, expected: expected.length, specified, plain });
      }
    }
  }
  expect(wrong).toEqual([]);
}, 280_000);

it('met no bug on the way', () => expect(bugs).toEqual([]));
