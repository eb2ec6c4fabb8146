import { createApi } from '#api/api.ts';
import { openDatabase } from '#database/database.ts';
import { createActors } from '#test/support/actors.ts';
import { asAdmin, cloneDatabase, startTestEngine } from '#test/support/engine.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { testAuth } from '#test/support/test-auth.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testStorage } from '#test/support/test-storage.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

// Staff's lists through the whole API, at 1,000 and at 100,000 rows each: the first page as it opens, and filters
// that find much, little and nothing.

type Question = {
  name: string;
  list: string;
  filters?: object;
  order?: string;
  isSecondPage?: true;
};

const questions: Question[] = [
  { name: 'people', list: 'people' },
  { name: 'people, one by name', list: 'people', filters: { search: 'person 777 ' } },
  { name: 'log', list: 'log' },
  { name: 'log, one act', list: 'log', filters: { act: 'block-person' } },
  { name: 'review queue', list: 'cases', filters: { state: 'open' } },
  { name: 'jobs', list: 'jobs' },
  { name: 'jobs, second page', list: 'jobs', isSecondPage: true },
  { name: 'jobs, common word', list: 'jobs', filters: { words: 'coder' } },
  { name: 'jobs, rare word', list: 'jobs', filters: { words: 'perfusion 77' } },
  { name: 'jobs, no such word', list: 'jobs', filters: { words: 'lighthouse' } },
  { name: 'jobs, hidden', list: 'jobs', filters: { state: 'hidden' } },
  { name: 'jobs, held back', list: 'jobs', filters: { state: 'held' } },
  { name: 'jobs, ended', list: 'jobs', filters: { state: 'ended' } },
  { name: 'jobs, of one company', list: 'jobs', filters: { company: 'clinic77' } },
  { name: 'companies', list: 'companies' },
  { name: 'companies, most jobs', list: 'companies', order: 'jobs' },
  { name: 'companies, one by name', list: 'companies', filters: { words: 'clinic 77' } },
  { name: 'memberships', list: 'memberships' },
  { name: 'memberships, owed', list: 'memberships', filters: { state: 'past_due' } },
  { name: 'memberships, soonest end', list: 'memberships', order: 'ending' },
  { name: 'memberships, one by name', list: 'memberships', filters: { search: 'person 777 ' } },
  { name: 'mails', list: 'mails' },
  { name: 'mails, bounced', list: 'mails', filters: { state: 'bounced' } },
  { name: 'mails, to one address', list: 'mails', filters: { to: 'person77@bench.example' } },
  { name: 'mail queue', list: 'mail-queue' },
  { name: 'mail queue, failed', list: 'mail-queue', filters: { state: 'failed' } },
];

type Site = Awaited<ReturnType<typeof openSite>>;

async function benchStaff({ sizes = [1_000, 100_000], tries = 60 } = {}) {
  const engine = await startTestEngine();
  const sites: Site[] = [];
  try {
    for (const size of sizes) sites.push(await openSite(engine, size));
    const rows = [];
    for (const question of questions) {
      const asks = [];
      for (const site of sites) asks.push(await site.prepare(question));
      const times = await measure(asks, tries);
      const [small, large] = [at(times[0], 0.95), at(times[1], 0.95)];
      rows.push({
        list: question.name,
        '1k p50 ms': at(times[0], 0.5).toFixed(1),
        '1k p95 ms': small.toFixed(1),
        '100k p50 ms': at(times[1], 0.5).toFixed(1),
        '100k p95 ms': large.toFixed(1),
        'p95 ratio': (large / small).toFixed(2),
      });
      process.stdout.write(`${question.name} …\n`);
    }
    report('staff', {
      title: 'Staff’s lists',
      explanation: `A page of fifty rows of each list of staff's, through the whole API with row-level security, among 1,000 and among
100,000 people, jobs, companies, memberships, mails, tasks, cases and entries of the log. The ratio is the p95 of the
large to that of the small, taken in turns.`,
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
    for (const text of fill(size)) await client.query(text);
    for (;;) {
      const { rows } = await client.query('select private.count_companies(20000) as taken');
      if (!rows[0].taken) break;
    }
    await client.query('vacuum analyze');
  });
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  process.stdout.write(`${size} of each in ${seconds} s\n`);
  const staffActor = createStaffActors({
    database,
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

/** As many of each, straight into the tables: what triggers keep is filled in the same way. */
function fill(size: number): string[] {
  const each = `generate_series(1, ${size}) as i`;
  const person = (i: string) => `('00000000-0000-4000-9000-' || lpad(to_hex(${i}), 12, '0'))::uuid`;
  const job = (i: string) => `('00000000-0000-4000-a000-' || lpad(to_hex(${i}), 12, '0'))::uuid`;
  const ago = (i: string, of = 60) =>
    `now() - interval '1 minute' * (${i}::float8 / ${size} * ${of} * 1440)`;
  const name = "case when i % 20 = 0 then 'Clinic 77' else 'Clinic ' || i end";
  return [
    "set session_replication_role = 'replica'",
    `insert into auth.users (id, aud, role, email, email_proved_at, raw_app_meta_data, raw_user_meta_data, created_at)
      select ${person('i')}, 'authenticated', 'authenticated', 'person' || i || '@bench.example', now(), '{}',
        jsonb_build_object('full_name', 'Person ' || i || ' Bench'), ${ago('i')} from ${each}`,
    `insert into staff.people_words (user_id, created_at, own)
      select id, created_at, staff.words_of(u) from auth.users as u`,
    `insert into public.jobs (id, title, company, location, application_url, description, contact_name, contact_email,
        posted_by, created_at, published_at, is_active, closed_at, hidden_at)
      select ${job('i')}, case when i % 1000 = 7 then 'Perfusion ' || i else 'Coder ' || i end, ${name},
        'Durham, NC', 'https://bench.example/' || i, rtrim(repeat('Words of the job. ', 20)), 'Bench', 'bench@bench.example',
        ${person('i')}, ${ago('i')}, ${ago('i')}, i % 10 <> 3, case when i % 10 = 3 then now() end,
        case when i % 50 = 1 then now() end
      from ${each}`,
    `insert into staff.company_changes (company_key) select distinct private.company_key(company) from public.jobs`,
    `insert into staff.cases (kind, subject_id, person_id, person_then, title, state, reports, opened_at, changed_at, held_for)
      select 'job', ${job('i')}, ${person('i')}, '{}', 'Coder ' || i, case when i % 4 = 0 then 'waiting' else 'released' end,
        i % 3, ${ago('i')}, ${ago('i')}, case when i % 400 = 0 then array['payment'] else '{}' end
      from ${each}`,
    `insert into public.subscriptions (user_id, customer_id, subscription_id, status, current_period_end, started_at,
        amount, currency, price_interval)
      select ${person('i')}, 'cus_' || i, 'sub_' || i, case when i % 100 = 9 then 'past_due' else 'active' end,
        now() + interval '1 minute' * (i % 40000), ${ago('i')}, 4999, 'usd', 'month' from ${each}`,
    `insert into staff.mails (at, kind, recipient, user_id, state, subject)
      select ${ago('i', 30)}, 'magiclink', 'person' || i || '@bench.example', ${person('i')},
        case when i % 200 = 5 then 'bounced' else 'sent' end, 'Sign in' from ${each}`,
    // A chain of hashes and the queue's own way in would take minutes; the lists read neither.
    `insert into staff.log (position, at, actor_kind, act, subject_kind, subject_id, transaction_id, details_hash, hash)
      select i, ${ago(`(${size} - i)`)}, 'command', case when i % 500 = 0 then 'block-person' else 'look-person' end,
        'person', ${person('i')}::text, pg_current_xact_id(), '', '' from ${each}`,
    `select graphile_worker.add_job('auth-notice', '{}', run_at => now() + interval '1 day')`,
    `insert into graphile_worker._private_jobs (task_id, payload, run_at, last_error)
      select (select id from graphile_worker._private_tasks where identifier = 'auth-notice'),
        json_build_object('kind', 'new-device', 'to', 'person' || i || '@bench.example'), now() + interval '1 day',
        case when i % 200 = 5 then 'The line broke.' end
      from ${each}`,
    'reset session_replication_role',
  ];
}

/** In turns, so that a slow moment of the machine meets both sizes alike. */
async function measure(asks: (() => Promise<unknown>)[], tries: number): Promise<number[][]> {
  const times = asks.map((): number[] => []);
  for (let count = -10; count < tries; count += 1) {
    for (const [place, ask] of asks.entries()) {
      const begin = performance.now();
      await ask();
      if (count >= 0) times[place]?.push(performance.now() - begin);
    }
  }
  return times;
}

function at(times: number[] = [], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

// `npm run bench -- staff 10000` shows the large one at another size, and keeps nothing.
if (import.meta.main) {
  const [large] = process.argv.slice(2).map(Number);
  await benchStaff(large ? { sizes: [1_000, large], tries: 40 } : {});
}
