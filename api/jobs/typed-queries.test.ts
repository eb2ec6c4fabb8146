import { describe, expect, it } from 'vitest';
import type { Json } from '#domain/database-types.ts';
import { boardQuery, namesOf } from '#domain/finding/board-query.ts';
import { pageKeyAfter, readJobSearch } from '#domain/finding/job-search.ts';
import type { FoundPlace } from '#domain/finding/typed-places.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { deadJobs, typedJobs } from './fixture/typed-jobs.ts';
import { typedQueries } from './fixture/typed-queries.ts';

const { actors, database, bugs } = await openTestApi();
const poster = await actors.signedIn();
const { client } = actors.anonymous;

const keys = Object.keys(typedJobs);
const ids = await storeJobs(
  database,
  Object.values(typedJobs).map((job) => jobRow(poster.id, job)),
);
await storeJobs(
  database,
  deadJobs.map((job) => jobRow(poster.id, job)),
);
const keyOf = new Map(ids.map((id, place) => [id, keys[place]]));

/** Requests what the board's page would. */
async function ask(address: string) {
  const search = readJobSearch(new URLSearchParams(address));
  const names = namesOf(search);
  const places =
    names.length > 0 ? await client.rpc('find_places', { names }).throwOnError() : null;
  const query = boardQuery(search, (places?.data ?? []) as FoundPlace[]);
  if (!query.wanted) return { query, found: [], matches: 0 };
  const wanted = query.wanted as Json;
  const found: string[] = [];
  let matches: number | null = 0;
  let after = {};
  for (;;) {
    const { data } = await client.rpc('search_board', { wanted, ...after }).throwOnError();
    found.push(...data.map(({ id }) => keyOf.get(`${id}`) ?? `dead ${id}`));
    if (!('after_id' in after)) matches = data[0]?.matches ?? 0;
    const last = data.at(-1);
    if (!last?.has_more) return { query, found, matches };
    after = pageKeyAfter(last as never);
  }
}

const contains = (text: string, part: string) =>
  text.normalize('NFC').toLowerCase().includes(part.normalize('NFC').toLowerCase());

const lines = typedQueries
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((part) => part.trim()));

describe('the queries that people type', () => {
  it('number at least two hundred', () => expect(lines.length).toBeGreaterThanOrEqual(200));

  it.each(lines)('%s', async (q = '', said = '', not = '') => {
    const { found, matches } = await ask(new URLSearchParams({ q }).toString());
    const [first, ...rest] = said.replace(/ \|$/, '').split(' ');
    const isOnly = first === 'only' || first === 'nothing';
    const must = isOnly ? rest : said.split(' ');
    const mustNot = not.split(' ').filter((key) => key !== '');
    for (const key of [...must, ...mustNot]) expect(keys, key).toContain(key);
    const missing = must.filter((key) => !found.includes(key));
    const wrong = isOnly
      ? found.filter((key) => !must.includes(key))
      : found.filter((key) => mustNot.includes(key));
    expect({ missing, wrong }).toEqual({ missing: [], wrong: [] });
    // Everything that the plain search finds is there, nothing is duplicated, and the count matches the results.
    const plain = keys.filter((key) => {
      const { title, company } = typedJobs[key as keyof typeof typedJobs];
      return contains(title, q) || contains(company, q);
    });
    expect(found).toEqual(expect.arrayContaining(plain));
    expect(new Set(found).size).toBe(found.length);
    expect(matches).toBe(found.length);
    // Plain words give exactly the specified search.
    const specified = await ask(new URLSearchParams({ q, plain: '1' }).toString());
    expect(specified.found.toSorted()).toEqual(plain.toSorted());
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
