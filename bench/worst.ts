import { rmSync } from 'node:fs';
import { makeDataDir } from '#test/support/engine.ts';
import { runProgramFile } from '../commands/run-program.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';
import { type Costly, costly } from './parts/worst-requests.ts';

const hog = '198.51.100.1';
const atOnce = 40;
const demo = { email: 'member@demo.example', password: 'demo-password-2026' };

/**
 * What everybody else notices while one client sends the forty most expensive requests at once, and
 * keeps doing so: health, a sign-in, the board and a plain read, each from another address, on a
 * board of 20,000 jobs.
 */
async function benchWorst({ rounds = 40, jobs = 20_000 } = {}) {
  const dataDir = makeDataDir('site-bench-worst-');
  const environment = { DATA_DIR: dataDir };
  const counts = ['--jobs', String(jobs), '--candidates', String(jobs)];
  await runProgramFile('commands/seed.ts', counts, environment);
  const { child, url } = await launchSite({
    ...environment,
    PORT: '0',
    LOG_LEVEL: 'silent',
    // Each client is an address of its own, and may sign in as often as the benchmark needs.
    TRUST_PROXY: 'true',
    // A local site, because behind a proxy the demo member could not sign in otherwise.
    SITE_URL: 'http://127.0.0.1:3000',
    AUTH_LIMIT_TOKENS: '1000000/60',
  });
  try {
    const { supabaseKey: key } = await (await fetch(`${url}/config.json`)).json();
    const send = (client: string, { path, body }: Costly, token?: string) =>
      fetch(url + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          apikey: key,
          'x-forwarded-for': client,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: body && JSON.stringify(body),
      }).then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      });
    const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(demo),
    });
    const { access_token: token } = await signedIn.json();
    const askOf = (client: string, request: Costly) =>
      send(client, request, request.isMember ? token : undefined);

    const worst = await worstOf((request) => askOf(hog, request));
    const quiet = await measureOthers(send, rounds);
    const load = startLoad((request) => askOf(hog, request), worst);
    await load.isUnderWay;
    const loaded = await measureOthers(send, rounds);
    const statuses = await load.stop();
    process.stdout.write(`the client itself was answered: ${JSON.stringify(statuses)}\n`);
    report('worst', {
      title: 'Beside the costliest requests',
      explanation: `What everybody else notices while one client sends the ${atOnce} most expensive requests at once, and keeps doing so, on
a board of ${jobs} jobs and as many candidates: milliseconds without and with that client.`,
      rows: Object.keys(loaded).map((name) => ({
        request: name,
        'alone p50 ms': ms(quantile(quiet[name], 0.5)),
        'alone p95 ms': ms(quantile(quiet[name], 0.95)),
        'p50 ms': ms(quantile(loaded[name], 0.5)),
        'p95 ms': ms(quantile(loaded[name], 0.95)),
        'max ms': ms(Math.max(...(loaded[name] ?? []))),
      })),
      goals: [atMost('p95 ms', 500)],
    });
  } finally {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The forty slowest of all, one after the other on a quiet site. */
async function worstOf(ask: (request: Costly) => Promise<number>): Promise<Costly[]> {
  const taken: { request: Costly; time: number; status: number }[] = [];
  for (const request of costly) {
    const start = performance.now();
    const status = await ask(request);
    taken.push({ request, time: performance.now() - start, status });
  }
  const worst = taken.toSorted((a, b) => b.time - a.time).slice(0, atOnce);
  for (const { request, time, status } of worst.slice(0, 12)) {
    const what = request.path + (request.body ? ` ${JSON.stringify(request.body)}` : '');
    process.stdout.write(`${ms(time).padStart(7)} ms  ${status}  ${what.slice(0, 110)}\n`);
  }
  return worst.map(({ request }) => request);
}

/** All of them at once; each is sent again as soon as it is answered. */
function startLoad(ask: (request: Costly) => Promise<number>, requests: Costly[]) {
  const statuses: Record<string, number> = {};
  const answered = Promise.withResolvers<void>();
  let isStopped = false;
  const all = requests.map(async (request) => {
    while (!isStopped) {
      const status = await ask(request).catch(() => 0);
      statuses[status] = (statuses[status] ?? 0) + 1;
      answered.resolve();
    }
  });
  return {
    isUnderWay: answered.promise,
    async stop() {
      isStopped = true;
      await Promise.all(all);
      return statuses;
    },
  };
}

type Send = (client: string, request: Costly) => Promise<number>;

async function measureOthers(send: Send, rounds: number): Promise<Record<string, number[]>> {
  const requests: Record<string, Costly> = {
    'GET /healthz': { path: '/healthz' },
    'GET /readyz': { path: '/readyz' },
    'sign-in': { path: '/auth/v1/token?grant_type=password', body: demo },
    'GET /jobs': { path: '/jobs' },
    'plain read': {
      path: '/rest/v1/jobs?select=id,title,company&is_active=eq.true&order=created_at.desc&limit=20',
    },
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, [name, request]] of Object.entries(requests).entries()) {
      const start = performance.now();
      const status = await send(`203.0.113.${place + 1}`, request);
      if (status !== 200) throw new Error(`${name} was answered with ${status}.`);
      times[name] = [...(times[name] ?? []), performance.now() - start];
    }
  }
  return times;
}

function quantile(times: number[] = [], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

function ms(time: number): string {
  return time.toFixed(0);
}

if (import.meta.main) await benchWorst();
