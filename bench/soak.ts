import { rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds, ownCpuSeconds } from './parts/cpu-seconds.ts';
import { type Asked, addCrowd, requestsOf } from './parts/crowd.ts';
import { at } from './parts/in-turns.ts';
import { end, launch, launchSite, nodeOptions } from './parts/launch.ts';
import { askMemory, megabytes, memoryOf, tellingMemory } from './parts/look-at-memory.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';
import { actsOf } from './parts/soak-acts.ts';

/**
 * Half of the highest load with everything that people do, for half an hour: `npm run bench --
 * soak`; or with `-- soak 5` for five minutes, which are only printed.
 */
const minutes = Number(process.argv[2] ?? 30);
const parts = 10;
/** Of ten parts, those in which Node and PostgreSQL are still warming up. */
const warm = 2;
/** One in this many acts goes to the bare handler too. */
const beside = 4;
const mostAtOnce = 200;

type Answers = { times: number[]; failed: number };
const none = (): Answers => ({ times: [], failed: 0 });

const folder = makeDataDir('site-bench-soak-');
const agent = new Agent({ keepAlive: true, maxSockets: mostAtOnce });
const { child, url } = await launchSite({
  DATA_DIR: folder,
  PORT: '0',
  LOG_LEVEL: 'silent',
  NODE_ENV: 'production',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${tellingMemory}`,
  // Many clients, who post and sign in more often than people do.
  TRUST_PROXY: 'true',
  SITE_URL: 'http://127.0.0.1:3000',
  JOBS_PER_DAY: '100000',
});
const answerFile = join(folder, 'bare.json');
writeFileSync(answerFile, await bareAnswer());
const bare = await launch([
  ...nodeOptions,
  join(import.meta.dirname, 'parts/bare-server.ts'),
  answerFile,
]);
let ours = none();
let theirs = none();

try {
  await addCrowd(folder);
  const { supabaseKey: apikey } = await (await fetch(`${url}/config.json`)).json();
  const requests = requestsOf(apikey);
  const send = (asked: Asked) => ask(url, asked, ours);
  const { deal, follow, everybody } = await actsOf({ url, apikey, send, ...requests });
  for (const person of everybody) await follow(person);
  if (ours.failed > 0) throw new Error('Not everybody could sign in.');
  const highest = await findHighest(deal);
  process.stdout.write(`${highest.toFixed(0)} acts a second at most\n`);
  const pace = highest / 2;

  const rows: ({ part: number } & Awaited<ReturnType<typeof soak>>)[] = [];
  let collected: NodeJS.MemoryUsage | undefined;
  for (let part = 1; part <= parts; part += 1) {
    const row = await soak(deal, pace, (minutes * 60) / parts);
    rows.push({ part, ...row });
    console.table([{ part, ...row }]);
    if (part === warm) collected = await askMemory(child, 'SIGWINCH');
  }
  const last = await askMemory(child, 'SIGWINCH');
  const judged = rows.slice(warm);
  /** From the first half to the second: of their medians, which one bad part does not move. */
  const drift = (figure: 'p50 ratio' | 'p95 ratio' | 'CPU ratio') => {
    const values = judged.map((row) => Number(row[figure]));
    const half = values.length >> 1;
    return percent(at(values.slice(half), 0.5) / at(values.slice(0, half), 0.5) - 1);
  };
  const [before, after] = [rows[warm - 1], rows.at(-1)].map((row) => row?.MB ?? Number.NaN);
  const shown = (row: (typeof rows)[number]) => ({ ...row, part: String(row.part) });
  report('soak', {
    title: 'A soak',
    explanation: `${minutes} minutes in ${parts} parts at half of the highest load, which was ${highest.toFixed(0)} acts a second with ten at once: kept, cached
and rendered pages, reads and writes through the table API, sign-ins and refreshes, searches, messages,
applications, jobs, and ${everybody.length} people who follow changes all the time while others come and go. One act may be several
requests. For one in ${beside}, a bare \`node:http\` handler that sends a kept page gets a request too, so that other
work on the machine affects both; the ratios compare ours to its. The last row is in percent: memory at the end
compared to that after part ${warm}, as it was, and for the heap after a forced collection; and the median of the
ratios of the last ${(parts - warm) / 2} parts compared to that of the ${(parts - warm) / 2} before them. CPU includes PostgreSQL's; MB is the site's
process, in the middle of each part.`,
    rows: [
      ...rows.map(shown),
      {
        part: 'growth %',
        failed: rows.reduce((sum, { failed }) => sum + failed, 0),
        MB: percent((Number(after) - Number(before)) / Number(before)),
        'heap MB': percent(
          ((last.heapUsed ?? 0) - (collected?.heapUsed ?? 0)) / (collected?.heapUsed ?? 0),
        ),
        'p50 ratio': drift('p50 ratio'),
        'p95 ratio': drift('p95 ratio'),
        'CPU ratio': drift('CPU ratio'),
      },
    ],
    goals: [
      atMost('failed', 0, ['growth %']),
      atMost('MB', 5, ['growth %']),
      atMost('heap MB', 5, ['growth %']),
      atMost('p50 ratio', 10, ['growth %']),
      atMost('p95 ratio', 10, ['growth %']),
      atMost('CPU ratio', 10, ['growth %']),
    ],
  });
} finally {
  agent.destroy();
  await Promise.all([end(child), end(bare.child)]);
  rmSync(folder, { recursive: true, force: true });
}

type Deal = () => Promise<unknown>;

/** A short ramp: more at once until the throughput stops growing. */
async function findHighest(deal: Deal): Promise<number> {
  let highest = 0;
  for (const atOnce of [10, 2, 5, 10, 20, 40]) {
    const until = performance.now() + 6_000;
    const begin = performance.now();
    let acts = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (performance.now() < until) {
          await deal();
          acts += 1;
        }
      }),
    );
    highest = Math.max(highest, (acts / (performance.now() - begin)) * 1_000);
  }
  return highest;
}

/**
 * At a steady pace, whether responses arrive or not: a site that slows down gets no fewer requests.
 */
async function soak(deal: Deal, pace: number, seconds: number) {
  ours = none();
  theirs = none();
  const before = { ours: cpuSeconds(child.pid), bare: ownCpuSeconds(bare.child.pid) };
  const begin = performance.now();
  const running = new Set<Promise<unknown>>();
  const start = (work: Promise<unknown>) => {
    const noted = work.catch(failed).finally(() => running.delete(noted));
    running.add(noted);
  };
  const sizes: number[] = [];
  let leftOut = 0;
  for (let n = 0; n < pace * seconds; n += 1) {
    const wait = begin + (n * 1_000) / pace - performance.now();
    if (wait > 1) await delay(wait);
    if (running.size >= mostAtOnce) {
      leftOut += 1;
      await Promise.race(running);
    }
    if (n % Math.ceil(pace * 2) === 0) sizes.push(memoryOf(child, 'VmRSS'));
    start(deal());
    if (n % beside === 0) start(ask(bare.url, { path: '/' }, theirs));
  }
  await Promise.all(running);
  const { heapUsed } = await askMemory(child);
  const cpu = ((cpuSeconds(child.pid) - before.ours) / ours.times.length) * 1_000;
  const bareCpu = ((ownCpuSeconds(bare.child.pid) - before.bare) / theirs.times.length) * 1_000;
  const ms = ({ times }: Answers, share: number) => at(times, share);
  const ratio = (share: number) => (ms(ours, share) / ms(theirs, share)).toFixed(2);
  return {
    'requests/s': Math.round((ours.times.length / (performance.now() - begin)) * 1_000),
    failed: ours.failed,
    late: leftOut,
    'p50 ms': ms(ours, 0.5).toFixed(1),
    'p95 ms': ms(ours, 0.95).toFixed(1),
    'CPU ms': cpu.toFixed(2),
    'bare p50 ms': ms(theirs, 0.5).toFixed(1),
    'bare p95 ms': ms(theirs, 0.95).toFixed(1),
    'bare CPU ms': bareCpu.toFixed(3),
    'p50 ratio': ratio(0.5),
    'p95 ratio': ratio(0.95),
    'CPU ratio': (cpu / bareCpu).toFixed(1),
    MB: at(sizes, 0.5),
    'heap MB': megabytes(heapUsed),
  };
}

function failed(error: unknown) {
  ours.failed += 1;
  if (ours.failed < 5) process.stderr.write(`${error}\n`);
}

function ask(to: string, { path, method = 'GET', headers, body }: Asked, answers: Answers) {
  const begin = performance.now();
  return new Promise<string>((resolve, reject) => {
    const asking = request(to + path, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        answers.times.push(performance.now() - begin);
        const status = response.statusCode ?? 0;
        if (status < 400) resolve(text);
        else reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`));
      });
    });
    asking.on('error', reject).end(body);
  });
}

/** A kept page, compressed, as the site sends it. */
async function bareAnswer(): Promise<string> {
  const response = await fetch(`${url}/about`);
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const headers = ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-cache'];
  return JSON.stringify({ status: 200, headers, body });
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}
