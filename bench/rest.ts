import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type pg from 'pg';
import { createApi } from '#api/api.ts';
import { createRest } from '#api/rest/rest.ts';
import { publicPart } from '#api/tokens.ts';
import { type Caller, openDatabase } from '#database/database.ts';
import type { Statement } from '#database/statement.ts';
import { listen } from '#server/listen.ts';
import { signToken } from '#test/support/actors.ts';
import { asAdmin, startTestEngine } from '#test/support/engine.ts';
import { testAuth } from '#test/support/test-auth.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testStorage } from '#test/support/test-storage.ts';

const person = '00000000-0000-4000-8000-0000000000aa';
const session = '00000000-0000-4000-8000-0000000000bb';
const oneJob = '00000000-0000-4000-8000-000000000007';

type Case = {
  name: string;
  path: string;
  body?: Record<string, unknown>;
  isSignedIn?: boolean;
  /** The same question, written by hand. */
  statement(url: URL, body: string): Statement;
};

const columns =
  'id, title, company, job_type, location, salary_range, application_deadline, created_at, is_active';
const cases: Case[] = [
  {
    name: 'list of 20 jobs',
    path: `jobs?select=${columns.replaceAll(' ', '')}&is_active=eq.true&order=created_at.desc&limit=20`,
    statement: () => ({
      name: 'bare list',
      text: `select coalesce(json_agg(j), '[]')::text as body from (select ${columns} from jobs
        where is_active = true order by created_at desc limit 20) j`,
    }),
  },
  {
    name: 'one job by id',
    path: `jobs?select=*&id=eq.${oneJob}&is_active=eq.true`,
    statement: (url) => ({
      name: 'bare one',
      text: `select coalesce(json_agg(j), '[]')::text as body
        from (select * from jobs where id = $1::uuid and is_active = true) j`,
      values: [url.searchParams.get('id')?.slice('eq.'.length)],
    }),
  },
  {
    name: 'list with count',
    path: `jobs?select=${columns.replaceAll(' ', '')}&is_active=eq.true&order=created_at.desc&limit=20&counted`,
    statement: () => ({
      name: 'bare count',
      text: `select coalesce(json_agg(j), '[]')::text as body,
        (select count(*) from jobs where is_active = true) as total from (select ${columns} from jobs
        where is_active = true order by created_at desc limit 20) j`,
    }),
  },
  {
    name: 'embedded resource',
    path: 'jobs?select=id,title,job_remarks(id,words)&is_active=eq.true&order=created_at.desc&limit=20',
    statement: () => ({
      name: 'bare embedded',
      text: `select coalesce(json_agg(j), '[]')::text as body from (
        select id, title, coalesce((select json_agg(r) from (
          select r.id, r.words from job_remarks r where r.job_id = jobs.id) r), '[]') as job_remarks
        from jobs where is_active = true order by created_at desc limit 20) j`,
    }),
  },
  {
    name: 'list, signed in',
    path: `jobs?select=${columns.replaceAll(' ', '')}&is_active=eq.true&order=created_at.desc&limit=20`,
    isSignedIn: true,
    statement: () => ({
      name: 'bare list',
      text: `select coalesce(json_agg(j), '[]')::text as body from (select ${columns} from jobs
        where is_active = true order by created_at desc limit 20) j`,
    }),
  },
  {
    name: 'insert',
    path: 'job_remarks',
    isSignedIn: true,
    body: { job_id: oneJob, author: person, words: 'A remark of ordinary length.' },
    statement: (_url, body) => {
      const { job_id, author, words } = JSON.parse(body);
      return {
        name: 'bare insert',
        text: 'insert into job_remarks (job_id, author, words) values ($1::uuid, $2::uuid, $3::text)',
        values: [job_id, author, words],
      };
    },
  },
];

/** The table API behind the gate and without it, and handlers that send SQL written by hand. */
async function serve(login: pg.ClientConfig) {
  const database = openDatabase(login, 10);
  const reportBug = (error: unknown) => console.error(error);
  const api = createApi({
    database,
    keys: testKeys,
    reportBug,
    auth: await testAuth(),
    storage: testStorage(),
  });
  const rest = createRest({ database, reportBug });
  // Each time, as a handler written by hand does; only the gate remembers what it verified.
  const keySet = createLocalJWKSet({ keys: testKeys.jwtKeys.map(publicPart) });

  async function callerOf(request: Request): Promise<Caller> {
    const token = request.headers.get('authorization')?.slice('Bearer '.length);
    if (!token) return { role: 'anon', claims: { role: 'anon' } };
    const { payload } = await jwtVerify(token, keySet, { algorithms: ['ES256'] });
    return { role: 'authenticated', claims: payload };
  }

  async function bare(request: Request, question: Case): Promise<Response> {
    const body = question.body ? await request.text() : '';
    const { rows } = await database.askAs<{ body: string; total?: string }>(
      await callerOf(request),
      question.statement(new URL(request.url), body),
      { readOnly: !question.body },
    );
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (rows[0]?.total) headers['content-range'] = `0-19/${rows[0].total}`;
    return new Response(rows[0]?.body ?? null, { status: question.body ? 201 : 200, headers });
  }

  const { port } = await listen(
    async (request) => {
      const way = request.headers.get('x-way');
      if (way === 'gate') return api(request);
      if (way === 'rest') return rest(request, await callerOf(request));
      return bare(request, cases[Number(way)] as Case);
    },
    '127.0.0.1',
    0,
  );
  const token = await signToken({
    sub: person,
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    session_id: session,
  });
  process.send?.({ url: `http://127.0.0.1:${port}`, token, key: testKeys.publishableKey });
}

/** The processor's time of the server and of all of PostgreSQL; unlike a rate it bears company. */
function workDone(server: number | undefined, postmaster: number): number {
  if (process.platform !== 'linux') return 0;
  const children = readdirSync('/proc')
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster);
  const own = children.reduce((sum, stat) => sum + (stat?.own ?? 0), 0);
  return (statOf(server)?.own ?? 0) + own + (statOf(postmaster)?.ended ?? 0);
}

function statOf(pid: number | undefined) {
  if (!pid) return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; after it come the state and the numbers.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1], own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined; // It ended meanwhile.
  }
}

type Served = { url: string; token: string; key: string };
type Figure = { rate: number; p99: number; work: number };

const ways = ['rest', 'bare', 'gate'] as const;
type Turn = Record<(typeof ways)[number], Figure>;

async function benchRest(wanted = '', { requests = 1_500, turns = 7, warmUps = 1 } = {}) {
  const engine = await startTestEngine();
  let postmaster = 0;
  await asAdmin({ ...engine.admin, database: engine.login.database }, async (client) => {
    await client.query(content);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    postmaster = statOf(rows[0]?.pid)?.parent ?? 0;
  });
  const server = fork(import.meta.filename, ['serve', JSON.stringify(engine.login)]);
  try {
    const served = await new Promise<Served>((resolve, reject) => {
      server.once('message', (message) => resolve(message as Served));
      server.once('exit', () => reject(new Error('The server of the benchmark ended.')));
    });
    const rows = [];
    for (const [place, question] of cases.entries()) {
      if (!question.name.includes(wanted)) continue;
      const taken: Turn[] = [];
      // Short turns, so that a slow moment of the machine meets all ways alike; autocannon takes a second.
      for (let turn = -warmUps; turn < turns; turn += 1) {
        const figures = {} as Turn;
        for (const way of turn % 2 === 0 ? ways : ways.toReversed()) {
          const header = way === 'bare' ? `${place}` : way;
          const before = workDone(server.pid, postmaster);
          const figure = await load(served, question, header, requests);
          figures[way] = { ...figure, work: workDone(server.pid, postmaster) - before };
        }
        if (turn >= 0) taken.push(figures);
      }
      const rate = (way: keyof Turn) => Math.round(median(taken, (turn) => turn[way].rate));
      const work = (way: keyof Turn) => taken.reduce((sum, turn) => sum + turn[way].work, 0);
      const ratio = (way: keyof Turn) => median(taken, (turn) => turn[way].rate / turn.bare.rate);
      rows.push({
        case: question.name,
        'requests/s': rate('rest'),
        'p99 ms': median(taken, (turn) => turn.rest.p99),
        'bare requests/s': rate('bare'),
        'bare p99 ms': median(taken, (turn) => turn.bare.p99),
        ratio: ratio('rest').toFixed(2),
        'CPU ratio': (work('bare') / work('rest')).toFixed(2),
        'with gate': ratio('gate').toFixed(2),
        'CPU with gate': (work('bare') / work('gate')).toFixed(2),
      });
    }
    console.table(rows);
  } finally {
    server.kill();
    await engine.stop();
  }
}

async function load(
  { url, token, key }: Served,
  { path, body, isSignedIn }: Case,
  way: string,
  requests: number,
): Promise<Omit<Figure, 'work'>> {
  const [address = '', counted] = path.split('&counted');
  const options: autocannon.Options = {
    url: `${url}/rest/v1/${address}`,
    connections: 10,
    method: body ? 'POST' : 'GET',
    body: body && JSON.stringify(body),
    headers: {
      apikey: key,
      'x-way': way,
      ...(isSignedIn ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(counted === undefined ? {} : { prefer: 'count=exact' }),
    },
  };
  // Its own clock ticks in whole seconds, which is longer than a turn.
  const begin = performance.now();
  let end = begin;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    autocannon({ ...options, amount: requests }, (error, all) =>
      error ? reject(error) : resolve(all),
    ).on('response', () => {
      end = performance.now();
    });
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${address} (${way}) answered ${result.non2xx} times with a failure.`);
  }
  return { rate: (requests / (end - begin)) * 1000, p99: result.latency.p99 };
}

function median<T>(items: T[], figure: (item: T) => number): number {
  const sorted = items.map(figure).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const content = `
  insert into auth.users (id, email) values ('${person}', 'bench@people.example');
  insert into auth.sessions (id, user_id) values ('${session}', '${person}');
  insert into jobs (id, title, company, job_type, location, application_url, description,
    contact_name, contact_email, created_at, is_active, posted_by)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Job number ' || n, 'Clinic ' || n % 40,
    'Full-time', 'Durham, NC', 'https://clinic.example/' || n, repeat('What the work is about. ', 30),
    'Kim', 'kim@clinic.example', now() - n * interval '1 hour', n % 10 <> 0, '${person}'
  from generate_series(1, 1000) n;
  create table job_remarks (
    id bigint generated always as identity primary key,
    job_id uuid not null references jobs (id),
    author uuid not null,
    words text not null
  );
  create index on job_remarks (job_id);
  alter table job_remarks enable row level security;
  create policy "read" on job_remarks for select to anon, authenticated using (true);
  create policy "write" on job_remarks for insert to authenticated with check (author = (select auth.uid()));
  revoke all on job_remarks from anon, authenticated;
  grant select on job_remarks to anon, authenticated;
  grant insert (job_id, author, words) on job_remarks to authenticated;
  insert into job_remarks (job_id, author, words)
  select j.id, '${person}', 'A remark of ordinary length.' from jobs j, generate_series(1, 3);
  analyze`;

if (import.meta.main) {
  if (process.argv[2] === 'serve') await serve(JSON.parse(process.argv[3] ?? '{}'));
  else await benchRest(process.argv[2]);
}
