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
import { openProcesses } from '../../test/rehearsal/processes.ts';
import { cpuSeconds } from './cpu-seconds.ts';

export const jobs = 6_000;

type Stage = Awaited<ReturnType<typeof openProcesses>>;
type Ask = { path: () => string; headers?: Record<string, string>; requests?: number };

/** A primary, two replicas and a pooler, with jobs, for as long as the work takes. */
export async function onStage(work: (stage: Stage) => Promise<void>) {
  const stage = await openProcesses();
  try {
    await seed(stage);
    await work(stage);
  } finally {
    await stage.stop();
  }
}

export async function questions(
  { publishableKey }: Stage,
  url: string,
): Promise<Record<string, Ask>> {
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

/** What each part spends on a request, after a warm-up. */
export async function measure(
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
  // On a busy machine a batch may exceed the statement timeout; what has been inserted stays.
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
