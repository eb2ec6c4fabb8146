import { expect, it } from 'vitest';
import { randomFrom } from '#database/seed/random.ts';
import { jobTypes } from '#domain/job-facts.ts';
import { pageKeyAfter } from '#domain/job-search.ts';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
await postWithoutLimit(database);
const cases = 2_000;
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

/** The specified rule, and nothing else: a part of title or company, whatever its case, and exactly the type. */
function isMatch({ title, company, job_type }: (typeof rows)[number], q: string, type: string) {
  // One letter becomes one letter there; JavaScript would make two of this one.
  const fold = (text: string) => text.normalize('NFC').replaceAll('İ', 'i').toLowerCase();
  return (
    (type === '' || job_type === type) &&
    (fold(title).includes(fold(q)) || fold(company).includes(fold(q)))
  );
}

async function findAll(ask: (after: object) => PromiseLike<{ data: unknown }>) {
  const found: string[] = [];
  let after = {};
  for (;;) {
    const { data } = (await ask(after)) as { data: { id: string; has_more: boolean }[] };
    found.push(...data.map(({ id }) => id));
    const last = data.at(-1);
    if (!last?.has_more) return found.toSorted();
    after = pageKeyAfter(last as never);
  }
}

/** A term that is cut out of a text, or put together: with luck there is something to find. */
function term(): string {
  if (random.chance(0.4)) return phrase(2).trim();
  const row = random.pick(rows);
  const letters = [...(random.chance(0.5) ? row.title : row.company)];
  const start = random.below(letters.length);
  const part = letters.slice(start, start + 1 + random.below(8)).join('');
  return (random.chance(0.5) ? part : part.toUpperCase()).trim();
}

it('the specified search is its plain rule, in 2,000 random cases and both of its ways', async () => {
  const { client } = actors.anonymous;
  const wrong: unknown[] = [];
  for (let count = 0; count < cases; count += 1) {
    const q = term();
    const type = random.chance(0.6) ? '' : random.pick(jobTypes);
    const expected = ids.filter((id) => {
      const row = stored.get(id);
      return row && isMatch(row, q, type);
    });
    const specified = await findAll((after) =>
      client.rpc('search_jobs', { q, type, ...after }).throwOnError(),
    );
    const wanted = [{ ...(q && { words: [q] }), ...(type && { type }) }];
    const plain = await findAll((after) =>
      client.rpc('search_board', { wanted, ...after }).throwOnError(),
    );
    if (`${specified}` !== `${expected.toSorted()}` || `${plain}` !== `${specified}`) {
      wrong.push({
        q,
        type,
        expected: expected.length,
        specified: specified.length,
        plain: plain.length,
      });
    }
  }
  expect(wrong).toEqual([]);
}, 280_000);

it('met no bug on the way', () => expect(bugs).toEqual([]));
