import { join } from 'node:path';
import autocannon from 'autocannon';
import { openDatabase } from '#database/database.ts';
import { readPostmaster } from '#database/embedded/remains.ts';
import { migrate } from '#database/migrate.ts';
import { withClient } from '#database/open-client.ts';
import { demoEmployer, demoPassword } from '#database/seed/demo-people.ts';
import { seedSampleJobs } from '#database/seed/sample-jobs.ts';
import { seedDemo } from '#database/seed/seed.ts';
import type { Site } from '#test/support/site.ts';
import { startBalancer } from '../test/rehearsal/balancer.ts';
import { openProcesses, type Way } from '../test/rehearsal/processes.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { report } from './parts/report.ts';

const jobs = 6_000;

type Stage = Awaited<ReturnType<typeof openProcesses>>;
type Ask = { path: () => string; headers?: Record<string, string>; requests?: number };

const stage = await openProcesses();
try {
  await seed(stage);
  await benchWays(stage);
  await benchProcesses(stage);
} finally {
  await stage.stop();
}

/** What lies between one process and its database, and what it costs. */
async function benchWays(stage: Stage) {
  const ways: Record<string, Way> = {
    'PostgreSQL, prepared': { isPooled: false, isPrepared: true, hasReplicas: false },
    'PostgreSQL, not prepared': { isPooled: false, isPrepared: false, hasReplicas: false },
    'pooler, not prepared': { isPooled: true, isPrepared: false, hasReplicas: false },
    'PostgreSQL, prepared, and two replicas': {
      isPooled: false,
      isPrepared: true,
      hasReplicas: true,
    },
    'pooler, and two replicas': { isPooled: true, isPrepared: false, hasReplicas: true },
  };
  const rows = [];
  for (const [name, way] of Object.entries(ways)) {
    const site = await stage.start(way);
    for (const [what, ask] of Object.entries(await questions(stage, site.url))) {
      rows.push({ case: `${what}: ${name}`, ...(await measure(stage, [site], site.url, ask)) });
    }
    await stage.end(site);
  }
  report('scale-ways', {
    title: 'Through a pooler, and with replicas',
    explanation: `One process, ${jobs.toLocaleString('en')} jobs, and what a request costs where, in microseconds of processor: straight to
PostgreSQL, with and without prepared statements; through PgBouncer, which cannot carry them; with two streaming
replicas, which answer what visitors read. Each search of the board is another one, so that its page is made.`,
    rows,
  });
}

/** Two cores cannot show more requests a second, so what counts is that a request costs no more. */
async function benchProcesses(stage: Stage) {
  const rows = [];
  const sites: Site[] = [];
  for (const count of [1, 2, 3]) {
    sites.push(await stage.start());
    const balancer = await startBalancer(
      stage.primary.dataDir,
      sites.map(({ url }) => url),
    );
    for (const [what, ask] of Object.entries(await questions(stage, balancer.url))) {
      const figures = await measure(stage, sites, balancer.url, ask, balancer.pid);
      rows.push({ case: `${what}: ${count} process${count > 1 ? 'es' : ''}`, ...figures });
    }
    await balancer.stop();
  }
  report('scale', {
    title: 'One, two and three processes',
    explanation: `Behind HAProxy, with PgBouncer and two streaming replicas, ${jobs.toLocaleString('en')} jobs: what a request costs where, in
microseconds of processor. All of it runs on one machine, so requests a second say nothing of more machines; that
the work of a request stays the same does.`,
    rows,
  });
}

async function questions({ publishableKey }: Stage, url: string): Promise<Record<string, Ask>> {
  const apikey = { apikey: publishableKey };
  const signIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { ...apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmployer.email, password: demoPassword }),
  });
  const { access_token } = await signIn.json();
  let searches = 0;
  return {
    'kept page': { path: () => '/about', requests: 2_000 },
    'board, another search each': { path: () => `/jobs?q=analyst&pay=${30_000 + searches++}` },
    'twenty jobs, a visitor': {
      path: () => '/rest/v1/jobs?select=id,title,company&order=created_at.desc&limit=20',
      headers: apikey,
    },
    'own jobs, signed in': {
      path: () => '/rest/v1/jobs?select=id,title&order=created_at.desc&limit=20',
      headers: { ...apikey, authorization: `Bearer ${access_token}` },
    },
  };
}

async function measure(
  { primary, replicas, pooler }: Stage,
  sites: readonly Site[],
  url: string,
  { path, headers, requests = 240 }: Ask,
  balancer?: number,
) {
  await load(url, path, headers, 60);
  const busy = () => ({
    'site µs': sum(sites.map(({ child }) => child.pid)),
    'primary µs': sum([readPostmaster(join(primary.dataDir, 'postgres/cluster'))?.pid]),
    'replicas µs': sum(replicas.map((replica) => replica.postmaster())),
    'pooler µs': sum([pooler.pid()]),
    'balancer µs': sum([balancer]),
  });
  const before = busy();
  const rate = await load(url, path, headers, requests);
  const after = busy();
  const work = Object.entries(after).map(([name, seconds]) => [
    name,
    Math.round(((seconds - before[name as keyof typeof before]) / requests) * 1_000_000),
  ]);
  return { 'requests/s': Math.round(rate), ...Object.fromEntries(work) };
}

function sum(pids: (number | undefined)[]): number {
  return pids.reduce<number>((seconds, pid) => seconds + (pid ? cpuSeconds(pid) : 0), 0);
}

async function load(
  url: string,
  path: Ask['path'],
  headers: Record<string, string> | undefined,
  amount: number,
): Promise<number> {
  const began = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    autocannon(
      {
        url,
        headers,
        amount,
        connections: 6,
        timeout: 30,
        requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
      },
      (error, all) => (error ? reject(error) : resolve(all)),
    );
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${url}${path()} failed ${failed} times.`);
  return amount / ((performance.now() - began) / 1_000);
}

async function seed({ admin }: Stage) {
  const database = openDatabase(await migrate(admin));
  await seedDemo(database, () => {});
  // A busy machine may take longer for a batch than a statement may; what is there stays.
  for (let tries = 4; ; tries -= 1) {
    const failure = await seedSampleJobs({ database, admin }, jobs).then(
      () => undefined,
      (error) => error,
    );
    if (!failure) break;
    if (tries === 0) throw failure;
  }
  await database.close();
  await withClient(admin, (client) => client.query('vacuum (analyze)'));
}
