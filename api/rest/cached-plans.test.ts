import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '#database/database.ts';
import { roundsOf } from '#test/support/rounds.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { type Step, sequences, toRequest } from './fixture/random-sequence.ts';
import { createRest } from './rest.ts';
import { createPlanCache, type PlanCache } from './run/plan-cache.ts';

const { database, asAdmin } = await openTestApi();
await asAdmin((client) =>
  client.query(`
    create table public.items (id int primary key default 50, kind text not null default 'z', note text);
    alter table public.items enable row level security;
    create policy "open" on public.items for all to anon, authenticated
      using (kind <> 'hidden') with check (kind <> 'hidden');
    grant select, insert, update, delete on public.items to anon, authenticated;
    grant all on public.items to service_role;
    create function public.renamed(wanted text default 'e') returns setof public.items language sql as
      'update public.items set kind = wanted where id < 3 returning *';
    create function public.removed(bottom int) returns void language sql as
      'delete from public.items where id >= bottom';
    create function public.sum_of() returns bigint language sql stable as
      'select sum(id) from public.items';
    grant execute on all functions in schema public to anon, authenticated;
    notify schema_changed;`),
);

const sequencesTried = roundsOf({ usual: 60, all: 5_000 });

let plans = createPlanCache();
const reportBug = (error: unknown) => expect.unreachable(String(error));
const cached = createRest({
  database,
  reportBug,
  createPlans: () => ({ get: (...asked) => plans.get(...asked) }),
});
const forgetful: PlanCache = { get: (...asked) => createPlanCache().get(...asked) };
const uncached = createRest({ database, reportBug, createPlans: () => forgetful });

const content = [
  { id: 1, kind: 'a', note: 'one' },
  { id: 2, kind: 'b', note: null },
  { id: 3, kind: 'b', note: 'three' },
  { id: 4, kind: 'hidden', note: null },
];

async function reset() {
  plans = createPlanCache();
  await database.asService.transaction(async (session) => {
    await session.query({ text: 'truncate public.items' });
    await session.query({
      text: 'insert into public.items select * from json_populate_recordset(null::public.items, $1)',
      values: [JSON.stringify(content)],
    });
  });
}

const contents = async () =>
  (await database.asService.query({ text: 'select * from public.items order by id' })).rows;

/** All responses to a sequence of requests, and the table's rows after each. */
async function play(rest: typeof cached, steps: Step[]) {
  await reset();
  const played = [];
  for (const step of steps) {
    const caller: Caller = { role: step.role, claims: { role: step.role } };
    const response = await rest(toRequest(step), caller);
    played.push({
      status: response.status,
      // The timing differs each time.
      headers: [...response.headers].filter(([name]) => name !== 'server-timing'),
      text: await response.text(),
      rows: await contents(),
    });
  }
  return played;
}

const step = (method: string, parameters: string[], more: Partial<Step> = {}): Step => ({
  role: 'authenticated',
  method,
  path: 'items',
  parameters,
  prefer: [],
  ...more,
});

describe('a cached plan never decides about another request', () => {
  const twoColumns = JSON.stringify({ kind: 'd', note: 'n' });
  const oneStrange = JSON.stringify({ 'kind\u0001note': 'd' });
  it.each([
    [
      'deleting everything',
      step('DELETE', [], { prefer: ['tx=rollback'] }),
      step('DELETE', ['id=1']),
      'PGRST100',
    ],
    [
      'a filter',
      step('DELETE', ['kind=eq.zz']),
      step('DELETE', ['kind=eq.b', 'id=99']),
      'PGRST100',
    ],
    ['a query', step('GET', ['kind=eq.b']), step('GET', ['kind=eq.b', 'id=99']), 'PGRST100'],
    [
      'a body with two columns',
      step('PATCH', ['id=eq.9'], { body: twoColumns }),
      step('PATCH', ['id=eq.1'], { body: oneStrange }),
      'PGRST204',
    ],
  ])('when it was for %s', async (_, first, second, code) => {
    const [, answer] = await play(cached, [first, second]);
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining(code) });
    expect(answer?.rows).toEqual(content);
  });
});

it('answers and changes the same with cached plans as without', async () => {
  const property = fc.asyncProperty(sequences, async (steps) => {
    expect(await play(cached, steps)).toEqual(await play(uncached, steps));
  });
  await fc.assert(property, { numRuns: sequencesTried, seed: 12 });
}, 600_000);
