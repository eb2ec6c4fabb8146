import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import WebSocket from 'ws';
import { createApi } from '#api/api.ts';
import { openDatabase } from '#database/database.ts';
import { countedClient } from '#server/door/client-address.ts';
import { listen } from '#server/listen.ts';
import { acceptSockets } from '#server/sockets/sockets.ts';
import { createActors } from '#test/support/actors.ts';
import { asAdmin, startTestEngine } from '#test/support/engine.ts';
import { testAuth } from '#test/support/test-auth.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testStorage } from '#test/support/test-storage.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

/** `npm run bench -- sockets brief` is only a trial run. */
const [mode, given] = process.argv.slice(2);
const isBrief = mode === 'brief';
const idle = isBrief ? 200 : 2_000;
const listeners = isBrief ? 100 : 1_000;
const changesPerSecond = 50;
const seconds = isBrief ? 2 : 10;
/** Each of these clients opens as many sockets as one may. */
const clients = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];

/** The site's sockets, in a process of their own. */
async function serve({ login, keys }: { login: pg.ClientConfig; keys: typeof testKeys }) {
  const database = openDatabase(login, 10);
  const reportBug = (error: unknown) => console.error(error);
  const api = createApi({
    database,
    keys,
    reportBug,
    auth: await testAuth(),
    storage: testStorage(),
  });
  const { port } = await listen(api, '127.0.0.1', 0, {
    acceptSockets: (http) =>
      acceptSockets(http, { realtime: api.realtime, clientOf: countedClient(false), reportBug }),
  });
  process.send?.(port);
}

/** Opens a socket that has joined a channel. */
async function join(port: number, client: string, payload: object): Promise<WebSocket> {
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${testKeys.publishableKey}&vsn=2.0.0`;
  const socket = new WebSocket(address, { localAddress: client, perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.send(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', payload]));
  const answer = await new Promise((resolve, reject) => {
    socket.once('message', resolve);
    socket.once('close', (code, reason) => reject(new Error(`Closed: ${code} ${reason}`)));
  });
  if (!String(answer).includes('"ok"')) throw new Error(String(answer));
  return socket;
}

/** Per client: below the limit of messages per second, as each join counts as one. */
const joinsPerSecond = 300;

async function joinAll(port: number, payloads: readonly object[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  const begin = performance.now();
  while (sockets.length < payloads.length) {
    const due = begin + (sockets.length * 1_000) / (joinsPerSecond * clients.length);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const some = payloads.slice(sockets.length, sockets.length + 50);
    const from = sockets.length;
    const joined = await Promise.all(
      some.map((payload, at) =>
        join(port, clients[(from + at) % clients.length] ?? '127.0.0.2', payload),
      ),
    );
    sockets.push(...joined);
  }
  return sockets;
}

async function close(sockets: readonly WebSocket[]) {
  await Promise.all(
    sockets.map((socket) => {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.close();
      return closed;
    }),
  );
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/) ?? [];
  return Number(kilobytes) / 1_024;
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

/** Writes at a steady pace, and reports how long after each write every listener has heard it. */
async function follow(
  sockets: readonly WebSocket[],
  write: (words: string) => Promise<unknown>,
): Promise<number[]> {
  const sentAt = new Map<string, number>();
  const waits: number[] = [];
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      const now = performance.now();
      const at = data.indexOf('"words":"');
      if (at < 0) return;
      const sent = sentAt.get(data.toString('latin1', at + 9, at + 15));
      if (sent !== undefined) waits.push(now - sent);
    });
  }
  const begin = performance.now();
  const writing: Promise<unknown>[] = [];
  for (let n = 0; n < changesPerSecond * seconds; n += 1) {
    const wait = begin + (n * 1_000) / changesPerSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const words = String(n).padStart(6, '0');
    sentAt.set(words, performance.now());
    writing.push(write(words));
  }
  await Promise.all(writing);
  const all = sockets.length * changesPerSecond * seconds;
  for (let waited = 0; waits.length < all && waited < 20_000; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // What never arrived counts as infinite.
  while (waits.length < all) waits.push(Number.POSITIVE_INFINITY);
  return waits.sort((one, other) => one - other);
}

async function benchSockets() {
  const engine = await startTestEngine();
  await asAdmin({ ...engine.admin, database: engine.login.database }, (client) =>
    client.query(`
      create table public.bench_words (id bigint generated always as identity primary key, words text);
      alter table public.bench_words enable row level security;
      create policy "all" on public.bench_words for select using (true);
      grant select on public.bench_words to anon, authenticated;
      grant all on public.bench_words to service_role;
      select realtime.publish('public.bench_words')`),
  );
  const database = openDatabase(engine.login, 10);
  const server = fork(import.meta.filename, [
    'serve',
    JSON.stringify({ login: engine.login, keys: testKeys }),
  ]);
  try {
    const port = await new Promise<number>((resolve) =>
      server.once('message', (given) => resolve(Number(given))),
    );
    const pid = server.pid ?? 0;
    const write = (words: string) =>
      database.asService.query({
        name: 'bench-write',
        text: 'insert into public.bench_words (words) values ($1)',
        values: [words],
      });
    const wish = {
      config: { postgres_changes: [{ event: '*', schema: 'public', table: 'bench_words' }] },
    };

    // The first sockets allocate memory that others do not.
    await close(
      await joinAll(
        port,
        Array.from({ length: 200 }, () => ({})),
      ),
    );
    const before = residentMegabytes(pid);
    const quiet = await joinAll(
      port,
      Array.from({ length: idle }, () => ({})),
    );
    const weight = residentMegabytes(pid) - before;
    await close(quiet);
    const rows: Record<string, string | number>[] = [
      { sockets: `${idle.toLocaleString('en')} idle`, MB: Number(weight.toFixed(1)) },
    ];

    const actors = createActors({ database, call: () => Promise.reject(new Error('not asked')) });
    const tokens: (string | undefined)[] = [];
    while (tokens.length < listeners) {
      const some = await Promise.all(Array.from({ length: 50 }, () => actors.signedIn()));
      tokens.push(...some.map(({ headers }) => headers.authorization?.slice('Bearer '.length)));
    }
    for (const [name, payloads] of [
      [`${listeners.toLocaleString('en')} of visitors`, tokens.map(() => wish)],
      [
        `${listeners.toLocaleString('en')} of as many people`,
        tokens.map((token) => ({ ...wish, access_token: token })),
      ],
    ] as const) {
      const sockets = await joinAll(port, payloads);
      const cpuBefore = cpuSeconds(pid);
      const waits = await follow(sockets, write);
      const cpu = cpuSeconds(pid) - cpuBefore;
      rows.push({
        sockets: name,
        'p50 ms': Math.round(percentile(waits, 0.5)),
        'p95 ms': Math.round(percentile(waits, 0.95)),
        'p99 ms': Math.round(percentile(waits, 0.99)),
        'server CPU ms per change': Number(
          ((cpu * 1_000) / (changesPerSecond * seconds)).toFixed(1),
        ),
      });
      await close(sockets);
    }
    report('sockets', {
      title: 'Live updates',
      explanation: `The memory of ${idle.toLocaleString('en')} sockets that have joined a channel and send nothing; and how long after a row is written those
who follow its table hear of it: ${listeners.toLocaleString('en')} sockets, ${changesPerSecond} changes a second for ${seconds} seconds, over loopback, each change
checked for each of them by row-level security. All visitors count as one caller, signed-in people as one each. The
listeners run on the same machine, in one process, and their work is included in the times.`,
      rows,
      goals: [
        atMost('MB', 150, [`${idle.toLocaleString('en')} idle`]),
        atMost(
          'p95 ms',
          250,
          rows.slice(1).map((row) => String(row.sockets)),
        ),
      ],
    });
  } finally {
    server.kill();
    await database.close();
    await engine.stop();
  }
}

if (mode === 'serve' && given) await serve(JSON.parse(given));
else await benchSockets();
