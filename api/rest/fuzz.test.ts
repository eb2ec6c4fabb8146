import { expect, it } from 'vitest';
import { roundsOf } from '#test/support/rounds.ts';
import { openLibrary } from './fixture/library.ts';
import { randomRequests } from './fixture/random-request.ts';
import { createRequestReader } from './parse/read-request.ts';
import { planKey } from './parse/shape.ts';
import { RestError } from './rest-errors.ts';
import { makePlan } from './run/plan.ts';
import { introspect } from './schema/introspect.ts';

const requests = roundsOf({ usual: 1_000, all: 20_000 });

const { call, send, oracle, database, actors, asAdmin, bugs } = await openLibrary();
const person = await actors.signedIn();
const stranger = await actors.signedIn();
await send('POST', 'notes', { title: 'STRANGERSNOTE', body: 'STRANGERSBODY' }, stranger.headers);
await send('POST', 'notes', { title: 'mine' }, person.headers);
await asAdmin((client) =>
  client.query(`update guests set name = 'HIDDENGUEST' where hidden; update vault set treasure = 'VAULTGOLD';
    update notes set secret = 'SECRETCOLUMN'`),
);
const forbidden = /STRANGERS|HIDDENGUEST|VAULTGOLD|SECRETCOLUMN/;
const ourSql =
  /json_agg|lateral|coalesce\(|\bt\d+\.|returning |json_to_record|row_to_json|materialized|syntax error at or near/;

const nextRequest = randomRequests(2026, [actors.anonymous.headers, person.headers]);

it(`causes no unexpected error in ${requests} requests`, async () => {
  const statuses: Record<number, number> = {};
  const surprises: string[] = [];
  async function askSome(count: number) {
    for (let asked = 0; asked < count; asked += 1) {
      const question = nextRequest();
      const response = await call(question);
      const text = await response.text();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      const isSurprise = response.status >= 500 || forbidden.test(text) || ourSql.test(text);
      if (isSurprise)
        surprises.push(
          `${question.method} ${decodeURI(question.url)} → ${response.status} ${text}`,
        );
    }
  }
  await Promise.all([1, 2, 3, 4].map(() => askSome(requests / 4)));
  expect(surprises.slice(0, 5)).toEqual([]);
  expect(bugs).toEqual([]);
  // The mix is only useful while many requests are valid.
  expect(statuses[200]).toBeGreaterThan(requests / 8);
  expect(statuses[400]).toBeGreaterThan(requests / 8);

  expect(
    await oracle(`select title, body, stars from notes where owner = '${stranger.id}'`),
  ).toEqual([{ title: 'STRANGERSNOTE', body: 'STRANGERSBODY', stars: 0 }]);
  expect(await oracle('select * from vault')).toEqual([{ id: 1, treasure: 'VAULTGOLD' }]);
  expect(await oracle('select name from guests where hidden')).toEqual([{ name: 'HIDDENGUEST' }]);
  expect(await oracle('select count(*) from books')).toEqual([{ count: 5 }]);
});

it('never takes two different queries for one shape', async () => {
  const schema = await introspect(database, ['public']);
  const readRequest = createRequestReader(['public']);
  const statements = new Map<string, string>();
  const next = randomRequests(7, [actors.anonymous.headers]);
  let shared = 0;
  for (let asked = 0; asked < requests; asked += 1) {
    try {
      const question = await readRequest(next());
      if (!question) continue;
      const key = planKey(question, 'anon');
      const { text } = makePlan(schema, key);
      if (statements.has(key)) shared += 1;
      expect(statements.get(key) ?? text).toBe(text);
      statements.set(key, text);
    } catch (error) {
      expect(error).toBeInstanceOf(RestError);
    }
  }
  expect(shared).toBeGreaterThan(0);
});
