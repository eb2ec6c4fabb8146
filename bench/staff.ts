import { createApi } from '#api/api.ts';
import { openDatabase } from '#database/database.ts';
import { createActors } from '#test/support/actors.ts';
import { asAdmin, cloneDatabase, startTestEngine } from '#test/support/engine.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { testAuth } from '#test/support/test-auth.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testStorage } from '#test/support/test-storage.ts';
import { at, measureInTurns } from './parts/in-turns.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';
import { type Question, questions } from './parts/staff-questions.ts';
import { staffRows } from './parts/staff-rows.ts';

// Lists for staff through the whole API, with 1,000 and with 100,000 rows each: the first page as
// it opens, every filter of it and every order.

/** For each query: eighty of them must end in time, even on a busy machine. */
const mostTime = 5_000;

type Site = Awaited<ReturnType<typeof openSite>>;

async function benchStaff({ sizes = [1_000, 100_000], tries = 40, only = '' } = {}) {
  const engine = await startTestEngine();
  const sites: Site[] = [];
  try {
    for (const size of sizes) sites.push(await openSite(engine, size));
    const rows = [];
    for (const question of questions.filter(({ name }) => name.includes(only))) {
      const asks = [];
      for (const site of sites) asks.push(await site.prepare(question));
      const times = await measureInTurns(asks, tries, mostTime);
      const [small, large] = [at(times[0], 0.95), at(times[1], 0.95)];
      rows.push({
        list: question.name,
        '1k p50 ms': at(times[0], 0.5).toFixed(1),
        '1k p95 ms': small.toFixed(1),
        '100k p50 ms': at(times[1], 0.5).toFixed(1),
        '100k p95 ms': large.toFixed(1),
        'p95 ratio': (large / small).toFixed(2),
      });
      process.stdout.write(`${question.name}: ${small.toFixed(1)} and ${large.toFixed(1)} ms\n`);
    }
    report('staff', {
      title: 'Staff’s lists',
      explanation: `A page of fifty rows of each list for staff, through the whole API with row-level security, among 1,000 and among
100,000 people, jobs, companies, memberships, mails, tasks, cases and log entries. The ratio is the p95 of the
large one to that of the small one, measured in turns.`,
      rows,
      goals: [atMost('p95 ratio', 3)],
    });
  } finally {
    for (const site of sites) await site.close();
    await engine.stop();
  }
}

async function openSite(engine: Awaited<ReturnType<typeof startTestEngine>>, size: number) {
  const { admin, login } = await cloneDatabase(engine);
  const storage = testStorage();
  const database = openDatabase(login, 5);
  const dependencies = { database, keys: testKeys, auth: await testAuth(), storage };
  const call = createApi({ ...dependencies, reportBug: (error) => console.error(error) });
  const begin = performance.now();
  await asAdmin(admin, async (client) => {
    for (const text of staffRows(size)) await client.query(text);
    for (;;) {
      const { rows } = await client.query('select private.count_companies(20000) as taken');
      if (!rows[0].taken) break;
    }
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query('vacuum analyze');
  });
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  process.stdout.write(`${size} of each in ${seconds} s\n`);
  const staffActor = createStaffActors({
    actors: createActors({ database, call }),
    asAdmin: (work) => asAdmin(admin, work),
  });
  const { headers } = await staffActor('staff');

  async function ask(list: string, body: object): Promise<{ next?: string }> {
    const response = await call(
      new Request(`http://bench.test/functions/v1/staff-list-${list}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }),
    );
    if (!response.ok) throw new Error(`${list}: ${await response.text()}`);
    return response.json();
  }

  return {
    async prepare({ list, filters, order, isSecondPage }: Question) {
      const body = { ...(filters && { filters }), ...(order && { order }) };
      const { next } = isSecondPage ? await ask(list, body) : {};
      return () => ask(list, { ...body, ...(next && { after: next }) });
    },
    async close() {
      await database.close();
      storage.clear();
    },
  };
}

// `npm run bench -- staff 10000 15 companies` measures the large one at another size, with fewer
// tries, and only what has this in its name; the result is only printed.
if (import.meta.main) {
  const [large, tries = 40, only] = process.argv.slice(2);
  await benchStaff(large ? { sizes: [1_000, Number(large)], tries: Number(tries), only } : {});
}
