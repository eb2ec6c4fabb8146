import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { Stripe } from 'stripe';
import { createApi } from '#api/api.ts';
import { type Caller, openDatabase } from '#database/database.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { openClient } from '#database/open-client.ts';
import { listen } from '#server/listen.ts';
import { signToken } from '#test/support/actors.ts';
import { makeDataDir } from '#test/support/engine.ts';
import { testAuth } from '#test/support/test-auth.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testStorage } from '#test/support/test-storage.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { keepAsking, requestOf } from './keep-asking.ts';
import { report } from './report.ts';
import { atLeast } from './result.ts';

const atOnce = 10;
const candidates = 25;
const members = 20;
/** A site runs for weeks, so what Node spends on compiling rarely used code must not count. */
const rounds = {
  message: { warmUps: 6, works: members * candidates },
  webhook: { warmUps: 6, works: 2_000 },
};
const webhookSecret = 'whsec_bench';

export type Work = 'message' | 'webhook';
type Way = 'http' | 'direct';
type Order = { work: Work; way: Way; turn: number };
/** What the server returns: requests to send to it, or how long it took to do the same by hand. */
type Answer = { kind: 'requests'; requests: string[] } | { kind: 'done'; seconds: number };

const idOf = (kind: number, turn: number, person: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(turn * 1_000 + person).padStart(12, '0')}`;
const memberOf = (turn: number, n: number) => idOf(1, turn, n);
const sessionOf = (turn: number, n: number) => idOf(2, turn, n);
const candidateOf = (turn: number, n: number) => idOf(3, turn, n);

function claimsOf(turn: number, member: number): Caller['claims'] {
  return {
    sub: memberOf(turn, member),
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    session_id: sessionOf(turn, member),
  };
}

/** Each member of the turn writes to each of its candidates, one after the other. */
const letters = (turn: number) =>
  Array.from({ length: members * candidates }, (_, n) => ({
    member: n % members,
    candidate: candidateOf(turn, Math.floor(n / members)),
    words: `${'What the work is about. '.repeat(8)}This is number ${n}.`,
  }));

const events = (turn: number) =>
  Array.from({ length: rounds.webhook.works }, (_, n) => ({
    id: `evt_${turn}_${n}`,
    object: 'event',
    api_version: '2026-01-01',
    created: Math.floor(Date.now() / 1_000),
    type: 'customer.subscription.updated',
    data: {
      object: {
        id: `sub_${n}`,
        object: 'subscription',
        customer: `cus_${turn}_${n}`,
        status: 'active',
        metadata: Object.fromEntries(
          Array.from({ length: 40 }, (_each, key) => [
            `fact_${key}`,
            'as long as most of them are',
          ]),
        ),
      },
    },
  }));

/** The API, and the same work by hand, in a process of its own. */
async function serve(login: pg.ClientConfig, admin: pg.ClientConfig) {
  const database = openDatabase(login);
  const stripe = new Stripe('sk_test_bench');
  const api = createApi({
    database,
    keys: testKeys,
    reportBug: (error: unknown) => console.error(error),
    auth: await testAuth(),
    storage: testStorage(),
    payments: {
      getStripe: async () => stripe,
      read: () => Promise.reject(new Error('The bench reads nothing of the payment service.')),
      webhookSecret,
      priceId: 'price_bench',
      collectsTax: false,
      graceDays: 7,
    },
  });
  const { port } = await listen(api, '127.0.0.1', 0);
  const bare = new pg.Pool({ ...admin, max: atOnce, options: '-c role=service_role' });

  const requestsOf: Record<Work, (turn: number) => Promise<string[]>> = {
    async message(turn) {
      const tokens = await Promise.all(
        Array.from({ length: members }, (_, n) => signToken(claimsOf(turn, n))),
      );
      return letters(turn).map(({ member, candidate, words }) =>
        requestOf(
          '/functions/v1/send-candidate-message',
          {
            apikey: testKeys.publishableKey,
            authorization: `Bearer ${tokens[member]}`,
            'content-type': 'application/json',
          },
          JSON.stringify({
            candidateId: candidate,
            message: words,
            clientKey: crypto.randomUUID(),
          }),
        ),
      );
    },
    async webhook(turn) {
      return events(turn).map((event) => {
        const payload = JSON.stringify(event);
        const header = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
        return requestOf(
          '/functions/v1/stripe-webhook',
          { 'stripe-signature': header, 'content-type': 'application/json' },
          payload,
        );
      });
    },
  };
  const byHand: Record<Work, (turn: number) => (() => Promise<unknown>)[]> = {
    message: (turn) =>
      letters(turn).map(
        ({ member, candidate, words }) =>
          () =>
            database.askAs(
              { role: 'authenticated', claims: claimsOf(turn, member) },
              {
                name: 'write-to-candidate',
                text: 'select * from private.write_to_candidate($1, $2, $3)',
                values: [candidate, words, crypto.randomUUID()],
              },
            ),
      ),
    webhook: (turn) =>
      events(turn).map(
        ({ id, type, data }) =>
          () =>
            bare.query({
              name: 'bare-event',
              text: `insert into public.billing_events (id, type, customer_id) values ($1, $2, $3)
            on conflict do nothing`,
              values: [id, type, data.object.customer],
            }),
      ),
  };

  process.on('message', async ({ work, way, turn }: Order) => {
    const answer: Answer =
      way === 'http'
        ? { kind: 'requests', requests: await requestsOf[work](turn) }
        : { kind: 'done', seconds: await inTurns(byHand[work](turn)) };
    process.send?.(answer);
  });
  process.send?.(`http://127.0.0.1:${port}`);
}

async function inTurns(tasks: readonly (() => Promise<unknown>)[]): Promise<number> {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let task = tasks[next++]; task; task = tasks[next++]) await task();
    }),
  );
  return (performance.now() - began) / 1_000;
}

type Figure = { rate: number; cpu: number };

/**
 * A message sent through its function over HTTP, beside its SQL function called by the same process
 * with the same role and claims; a webhook beside a bare insert of its row. The database is as
 * durable as the site's own. Short turns, because machines change their pace.
 */
export async function benchRequests(works: readonly Work[], { turns = 5 } = {}) {
  const dataDir = makeDataDir('site-bench-');
  const engine = await startEmbedded(dataDir, () => {});
  const login = await migrate(engine.admin);
  const client = await openClient(engine.admin);
  const server = fork(import.meta.filename, [JSON.stringify({ login, admin: engine.admin })]);
  try {
    const [url] = (await once(server, 'message')) as [string];
    const { rows: places } = await client.query<{ pid: number }>(
      `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`,
    );
    const postmaster = places[0]?.pid;
    const cpu = () => cpuSeconds(server.pid) + cpuSeconds(postmaster);
    let turn = 0;

    async function measure(work: Work, way: Way): Promise<Figure> {
      turn += 1;
      if (work === 'message') await client.query(peopleOf(turn));
      await client.query('truncate graphile_worker._private_jobs');
      let before = cpu();
      server.send({ work, way, turn } satisfies Order);
      const [answer] = (await once(server, 'message')) as [Answer];
      if (answer.kind === 'requests') before = cpu();
      const seconds =
        answer.kind === 'done' ? answer.seconds : await keepAsking(url, answer.requests, atOnce);
      const count = rounds[work].works;
      return { rate: count / seconds, cpu: ((cpu() - before) / count) * 1_000 };
    }

    const rows = [];
    for (const work of works) {
      const taken: Record<Way, Figure>[] = [];
      for (let round = -rounds[work].warmUps; round < turns; round += 1) {
        const figures = {} as Record<Way, Figure>;
        const ways: Way[] = round % 2 === 0 ? ['http', 'direct'] : ['direct', 'http'];
        for (const way of ways) figures[way] = await measure(work, way);
        if (round < 0) await client.query('analyze');
        else taken.push(figures);
      }
      const rate = (way: Way) => median(taken.map((each) => each[way].rate));
      const cost = (way: Way) => median(taken.map((each) => each[way].cpu));
      rows.push({
        work,
        'a second': rate('http').toFixed(0),
        'by hand a second': rate('direct').toFixed(0),
        ratio: median(taken.map(({ http, direct }) => http.rate / direct.rate)).toFixed(2),
        'CPU ms': cost('http').toFixed(2),
        'by hand CPU ms': cost('direct').toFixed(2),
        'CPU ratio': median(taken.map(({ http, direct }) => direct.cpu / http.cpu)).toFixed(2),
      });
    }
    report('work', {
      title: 'Messages and webhooks',
      explanation: `A message over HTTP beside its SQL function called by the same process; a webhook of the payment service beside a
bare insert of its row; both on a database that survives a loss of power. The CPU ratio compares the work by hand
to ours: more is better.`,
      rows,
      goals: [atLeast('ratio', 0.7, ['message']), atLeast('ratio', 0.5, ['webhook'])],
      drawn: ['CPU ratio'],
    });
  } finally {
    server.kill();
    await client.end();
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Members who may write, and candidates who may be written to; each pair once per turn. */
function peopleOf(turn: number): string {
  const ids = (of: (turn: number, n: number) => string, count: number) =>
    Array.from({ length: count }, (_, n) => `'${of(turn, n)}'`).join(', ');
  const member = `unnest(array[${ids(memberOf, members)}]::uuid[])`;
  const session = `unnest(array[${ids(sessionOf, members)}]::uuid[])`;
  const candidate = `unnest(array[${ids(candidateOf, candidates)}]::uuid[])`;
  return `
    insert into auth.users (id, aud, role, email, email_confirmed_at, email_proved_at, created_at, updated_at)
      select id, 'authenticated', 'authenticated', id || '@bench.example', now(), now(), now(), now()
      from (select ${member} as id union all select ${candidate}) as people;
    insert into auth.sessions (id, user_id) select ${session}, ${member};
    insert into public.subscriptions (user_id, product_id, status, current_period_end)
      select id, 'prod_bench', 'active', now() + interval '1 day' from ${member} as id;
    insert into public.employers (user_id, company) select id, 'Practice ' || id from ${member} as id;
    insert into public.candidate_profiles (user_id, headline, public_profile)
      select id, 'CDI Specialist', true from ${candidate} as id`;
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

if (import.meta.main) {
  const { login, admin } = JSON.parse(process.argv[2] ?? '{}');
  await serve(login, admin);
}
