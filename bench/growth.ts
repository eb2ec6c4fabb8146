import { rmSync } from 'node:fs';
import autocannon from 'autocannon';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { type Asked, addCrowd, candidates, mailOf, requestsOf } from './parts/crowd.ts';
import { at } from './parts/in-turns.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';

/**
 * What happens to a request while 1, 10, 100 and 1,000 connections send requests: `npm run bench --
 * growth`.
 */
const crowds = [1, 10, 100, 1_000];
const seconds = 6;

const folder = makeDataDir('site-bench-growth-');
const { child, url } = await launchSite({
  DATA_DIR: folder,
  PORT: '0',
  LOG_LEVEL: 'silent',
  NODE_ENV: 'production',
  // Each connection is a separate client.
  TRUST_PROXY: 'true',
  SITE_URL: 'http://127.0.0.1:3000',
});
try {
  await addCrowd(folder);
  const { supabaseKey } = await (await fetch(`${url}/config.json`)).json();
  const { ask, signIn } = requestsOf(supabaseKey);
  const tokens: string[] = [];
  for (const person of candidates) {
    const { path, ...rest } = signIn(mailOf(person));
    tokens.push((await (await fetch(url + path, rest)).json()).access_token);
  }
  const jobs = () => ask('/rest/v1/jobs?select=id,title,company&order=created_at.desc&limit=20');
  let count = 0;
  const questions: Record<string, () => Asked> = {
    'kept page': () => ask('/about'),
    board: () => ask('/jobs'),
    'twenty jobs by the table API': jobs,
    'a write: one’s own profile': () => {
      count += 1;
      const person = count % candidates.length;
      return ask(`/rest/v1/candidate_profiles?user_id=eq.${candidates[person]}`, {
        token: tokens[person] ?? '',
        method: 'PATCH',
        body: { headline: `CDI Specialist ${count}` },
      });
    },
  };
  const rows = [];
  for (const [name, question] of Object.entries(questions)) {
    await load(question, 10, 3); // warms up
    for (const connections of crowds) {
      const before = cpuSeconds(child.pid);
      const loaded = await load(question, connections, seconds);
      const cpu = cpuSeconds(child.pid) - before;
      const many = `${connections.toLocaleString('en')} connection${connections > 1 ? 's' : ''}`;
      rows.push(rowOf(`${name}: ${many}`, loaded, cpu));
    }
  }
  const before = cpuSeconds(child.pid);
  const [ofOne, beside] = await Promise.all([
    load(() => from('203.0.113.1', jobs()), 1_000, seconds),
    load(() => from('203.0.113.2', jobs()), 1, seconds),
  ]);
  const cpu = cpuSeconds(child.pid) - before;
  rows.push(
    rowOf('twenty jobs by the table API: 1,000 connections of one client', ofOne, cpu),
    rowOf('the same at that time: 1 connection of another client', beside),
  );
  report('growth', {
    title: 'From one connection to a thousand',
    explanation: `Each connection sends requests for ${seconds} seconds, the next one as soon as it has a response, each as a different
client: a kept page, the board as everybody sees it, twenty jobs through the table API, and a write to one of ${candidates.length}
profiles by its owner; then all of them as one client, with one other beside it. CPU is what a good response costs,
including PostgreSQL's part and everything that was refused meanwhile. \`failed\` counts refusals, such as being
told to come back later, and broken connections: they are in no other figure. The sender runs on the same machine,
and a thousand connections cost it as much as the site; it does not wait before it retries, although it is told to.`,
    rows,
    drawn: ['CPU ms'],
  });
} finally {
  await end(child);
  rmSync(folder, { recursive: true, force: true });
}

function rowOf(name: string, { times, failed, lasted }: Loaded, cpu?: number) {
  return {
    case: name,
    'requests/s': Math.round(times.length / lasted),
    'p50 ms': at(times, 0.5).toFixed(1),
    'p95 ms': at(times, 0.95).toFixed(1),
    'CPU ms': cpu && ((cpu / times.length) * 1_000).toFixed(2),
    failed,
  };
}

function from(client: string, asked: Asked): Asked {
  return { ...asked, headers: { ...asked.headers, 'x-forwarded-for': client } };
}

type Loaded = Awaited<ReturnType<typeof load>>;

/**
 * How many milliseconds each good response took, how many others there were, and how many seconds
 * it took in all.
 */
async function load(question: () => Asked, connections: number, duration: number) {
  const times: number[] = [];
  let refused = 0;
  const began = performance.now();
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupRequest = (request: autocannon.Request) => ({ ...request, ...question() });
    autocannon(
      {
        url,
        connections,
        duration,
        timeout: 30,
        requests: [{ setupRequest: setupRequest as never }],
      },
      (error, all) => (error ? reject(error) : resolve(all)),
    ).on('response', (_client, status, _bytes, time) => {
      if (status < 400) times.push(time);
      else refused += 1;
    });
  });
  return { times, failed: refused + errors, lasted: (performance.now() - began) / 1_000 };
}
