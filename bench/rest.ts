import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type pg from 'pg';
import { createApi, describeRequest } from '#api/api.ts';
import { createRest } from '#api/rest/rest.ts';
import { publicPart } from '#api/tokens.ts';
import { type Caller, openDatabase } from '#database/database.ts';
import { listen } from '#server/listen.ts';
import { signToken } from '#test/support/actors.ts';
import { asAdmin, startTestEngine } from '#test/support/engine.ts';
import { testAuth } from '#test/support/test-auth.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testStorage } from '#test/support/test-storage.ts';
import { keepAsking, requestOf } from './parts/keep-asking.ts';
import { report } from './parts/report.ts';
import { type Case, cases, content, person, session } from './parts/rest-cases.ts';
import { atLeast } from './parts/result.ts';

/** The table API behind the gate and without it, and handlers that run handwritten SQL. */
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
  const keySet = createLocalJWKSet({ keys: testKeys.jwtKeys.map(publicPart) });
  const callers = new Map<string, Caller>();

  /** Verified once, as the gate does: otherwise the signature would be half of what is measured. */
  async function callerOf(request: Request): Promise<Caller> {
    const token = request.headers.get('authorization')?.slice('Bearer '.length);
    if (!token) return { role: 'anon', claims: { role: 'anon' } };
    const known = callers.get(token);
    if (known) return known;
    const { payload } = await jwtVerify(token, keySet, { algorithms: ['ES256'] });
    const caller: Caller = { role: 'authenticated', claims: payload };
    callers.set(token, caller);
    return caller;
  }

  async function bare(request: Request, question: Case): Promise<Response> {
    const url = new URL(request.url);
    const isReading = !question.body;
    const body = isReading ? '' : await request.text();
    const { rows } = await database.askAs<{ body?: string; total?: string }>(
      { ...(await callerOf(request)), request: describeRequest(request, pathIn(url)) },
      question.statement(url, body),
      { readOnly: isReading },
    );
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (rows[0]?.total) headers['content-range'] = `0-19/${rows[0].total}`;
    const status = isReading ? 200 : question.method === 'POST' ? 201 : 204;
    return new Response(rows[0]?.body ?? null, { status, headers });
  }

  const { port } = await listen(
    async (request) => {
      const way = request.headers.get('x-way');
      if (way === 'gate') return api(request);
      if (way === 'rest') {
        const described = describeRequest(request, pathIn(new URL(request.url)));
        return rest(request, { ...(await callerOf(request)), request: described });
      }
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

/** As policies see it. */
function pathIn({ pathname }: URL): string {
  return pathname.slice('/rest/v1'.length);
}

/**
 * The processor time of the server and of all of PostgreSQL; unlike a rate it can be measured on a
 * busy machine.
 */
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
    // The name in parentheses may contain spaces; after it come the state and the numbers.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1], own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined; // It has ended meanwhile.
  }
}

type Served = { url: string; token: string; key: string };
type Figure = { rate: number; work: number };

const ways = ['rest', 'bare', 'gate'] as const;
type Turn = Record<(typeof ways)[number], Figure>;

async function benchRest(wanted = '', { requests = 300, rounds = 40, warmUps = 17 } = {}) {
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
    const turns = new Map<Case, Turn[]>();
    for (const question of cases) if (question.name.includes(wanted)) turns.set(question, []);
    // Short turns in many rounds, so that a slow moment of the machine affects all ways and only a
    // few turns of a case.
    for (let round = -warmUps; round < rounds; round += 1) {
      for (const [question, taken] of turns) {
        const turn = {} as Turn;
        for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
          const header = way === 'bare' ? `${cases.indexOf(question)}` : way;
          const before = workDone(server.pid, postmaster);
          const figure = await load(served, question, header, requests);
          turn[way] = { ...figure, work: workDone(server.pid, postmaster) - before };
        }
        if (round >= 0) taken.push(turn);
      }
    }
    const rows = [...turns].map(([{ name }, taken]) => {
      const rate = (way: keyof Turn) => Math.round(median(taken, (turn) => turn[way].rate));
      const work = (way: keyof Turn) => taken.reduce((sum, turn) => sum + turn[way].work, 0);
      const ratio = (way: keyof Turn) => median(taken, (turn) => turn[way].rate / turn.bare.rate);
      return {
        case: name,
        'requests/s': rate('rest'),
        'bare requests/s': rate('bare'),
        ratio: ratio('rest').toFixed(2),
        'CPU ratio': (work('bare') / work('rest')).toFixed(2),
        'with gate': ratio('gate').toFixed(2),
        'CPU with gate': (work('bare') / work('gate')).toFixed(2),
      };
    });
    report('rest', {
      title: 'Table API',
      explanation: `The table API, without and with the gate that checks key, token and session, beside a handler that runs handwritten
SQL. The ratios compare our rate to the bare handler's; the CPU ratios compare its work to ours, including
PostgreSQL's: more is better in all four.`,
      rows,
      goals: [atLeast('ratio', 0.9), atLeast('with gate', 0.9)],
      drawn: ['CPU ratio', 'CPU with gate'],
    });
  } finally {
    server.kill();
    await engine.stop();
  }
}

async function load(
  { url, token, key }: Served,
  { path, method = 'GET', headers, body, isSignedIn }: Case,
  way: string,
  requests: number,
): Promise<Omit<Figure, 'work'>> {
  const request = requestOf(
    `/rest/v1/${path.replaceAll(' ', '%20')}`,
    {
      apikey: key,
      'x-way': way,
      ...(isSignedIn ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body ? JSON.stringify(body) : '',
    method,
  );
  const seconds = await keepAsking(url, Array(requests).fill(request), 10, '2');
  return { rate: requests / seconds };
}

function median<T>(items: T[], figure: (item: T) => number): number {
  const sorted = items.map(figure).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

if (import.meta.main) {
  if (process.argv[2] === 'serve') await serve(JSON.parse(process.argv[3] ?? '{}'));
  else await benchRest(process.argv[2]);
}
