import { expect, it } from 'vitest';
import { type Caller, openDatabase } from '#database/database.ts';
import { preparedLimits } from '#database/prepared-names.ts';
import { openLibrary } from './fixture/library.ts';
import { createRest } from './rest.ts';

const { login, asAdmin, bugs } = await openLibrary();
await asAdmin((client) =>
  client.query(`
    create function public.memory_of_connection() returns json language sql security definer as $$
      select json_build_object('bytes', (select sum(total_bytes) from pg_backend_memory_contexts),
        'statements', (select count(*) from pg_prepared_statements)) $$;
    grant execute on function public.memory_of_connection() to anon;
    notify schema_changed;`),
);

const visitor: Caller = { role: 'anon', claims: { role: 'anon' } };
const megabyte = 1024 * 1024;

/** Small queries, wide ones and deep ones, each with a different shape. */
function question(number: number): string {
  const several = (count: number, item: (place: number) => string) =>
    Array.from({ length: count }, (_, place) => item(place)).join(',');
  if (number % 10 === 0) return `books?select=${several(100, (place) => `n${number}_${place}:id`)}`;
  if (number % 25 === 1) {
    return `books?select=a${number}:id,${several(15, (place) => `e${place}:publishers(id,name)`)}`;
  }
  return `books?select=a${number}:id&pages=gt.1`;
}

it('1,500 shapes of queries do not grow PostgreSQL’s memory', async () => {
  // Everything goes through one connection, so that its memory shows the effect.
  const database = openDatabase(login, 1);
  const rest = createRest({ database, reportBug: (error) => bugs.push(error) });
  async function ask(path: string): Promise<string> {
    const response = await rest(new Request(`http://site.test/rest/v1/${path}&limit=1`), visitor);
    expect(response.status).toBe(200);
    return response.text();
  }
  const measure = async (): Promise<{ bytes: number; statements: number }> =>
    JSON.parse(await ask('rpc/memory_of_connection?'));
  try {
    const measured = [];
    for (let number = 0; number < 1_500; number += 1) {
      // Some repeat often enough to be prepared.
      for (let turn = 0; turn < (number % 50 <= 1 ? 4 : 1); turn += 1) await ask(question(number));
      if (number % 100 === 99) measured.push(await measure());
    }
    const statements = Math.max(...measured.map((found) => found.statements));
    expect(statements).toBeLessThanOrEqual(preparedLimits.statements + 4);
    const bytes = Math.max(...measured.map((found) => found.bytes));
    // It comes to 13 MB; without eviction it would be 19, and more with every shape.
    expect(bytes).toBeLessThan(16 * megabyte);
    expect(bugs).toEqual([]);
  } finally {
    await database.close();
  }
}, 600_000);
