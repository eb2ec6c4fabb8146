import { readdirSync } from 'node:fs';
import WebSocket from 'ws';
import { freePort } from '#test/support/own-server.ts';
import { until } from '#test/support/site.ts';
import { openInspector } from '../rehearsal/inspector.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import type { Drill } from './drill.ts';
import { counted, sendVisitors } from './visitors.ts';

const crowd = 1_000;
/**
 * Allowed growth of the heap in use after a collection, from round to round: anything less is
 * plans, strings and code.
 */
const growth = 1.1;

export const drill: Drill = {
  title: `${crowd} sockets are cut in one moment, and come again in one moment`,
  rounds: 10,
  async run(rounds, say) {
    const stage = await openProcesses({ replicas: 0 });
    try {
      const [port, inspectorPort] = [await freePort(), await freePort()];
      const site = await stage.start(undefined, {
        METRICS_PORT: String(port),
        // Each of them is a separate client, as behind a proxy.
        TRUST_PROXY: 'true',
        NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
      });
      const inspector = await openInspector(inspectorPort);
      stage.ends.push(async () => inspector.close());
      const pid = site.child.pid ?? 0;
      const join = (client: number) => joined(site.url, stage.publishableKey, client);
      const sockets = () => readSockets(port);

      const bystander = await join(60_000);
      const heard = keepHearing(bystander);
      const people = sendVisitors(
        site.url,
        [
          { what: 'board', path: '/jobs' },
          { what: 'page', path: '/about' },
        ],
        2,
      );
      const before = { handles: handlesOf(pid) };
      const after: { handles: number; memory: number; left: number }[] = [];
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        const all = await Promise.all(Array.from({ length: crowd }, (_, client) => join(client)));
        times.push(performance.now() - began);
        for (const socket of all) cut(socket, round % 2 === 0);
        const left = await within(10_000, sockets, (count) => count === 1);
        await within(
          10_000,
          async () => handlesOf(pid),
          (count) => count <= before.handles + 10,
        );
        after.push({ handles: handlesOf(pid), memory: await inspector.heapInUse(), left });
        say(`round ${round + 1} of ${rounds}: ${JSON.stringify(after.at(-1))}`);
      }
      const answers = await people.stop();
      const echoes = heard.stop();
      bystander.terminate();
      // The first rounds fill permanent caches: code, plans, pools.
      const [, second] = after;
      const last = after.at(-1);
      const slowest = Math.max(...answers.map(({ took }) => took));
      return [
        {
          what: 'the process has let go of every socket within 10 s',
          seen: after.map(({ left }) => left - 1).join(', '),
          holds: after.every(({ left }) => left === 1),
        },
        {
          what: 'its file handles are what they were before',
          seen: `${before.handles} before, ${after.map(({ handles }) => handles).join(', ')} after each`,
          holds: after.every(({ handles }) => handles <= before.handles + 10),
        },
        {
          what: 'what is in use of its memory does not grow from round to round',
          seen: `MB after each: ${after.map(({ memory }) => memory).join(', ')}`,
          holds: (last?.memory ?? 0) <= (second?.memory ?? 0) * growth,
        },
        {
          what: 'all of them came again at once',
          seen: `slowest round ${Math.round(Math.max(...times) / 1_000)} s`,
          holds: times.length === rounds,
        },
        {
          what: 'who asked for pages and who was in a socket noticed nothing',
          seen: `${counted(answers)}, slowest ${Math.round(slowest)} ms; ${echoes.heard} of ${echoes.said} words heard`,
          holds:
            answers.every(({ said }) => said === '200') &&
            echoes.isOpen &&
            echoes.heard >= echoes.said - 1,
        },
        {
          what: 'the process runs, and its log tells of no fault',
          seen: site.child.exitCode === null ? 'runs' : 'ended',
          holds: site.child.exitCode === null && !/"level":(50|60)/.test(site.said()),
        },
      ];
    } finally {
      await stage.stop();
    }
  },
};

/** A client's socket that has joined a channel. */
function joined(url: string, key: string, client: number): Promise<WebSocket> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`;
  const from = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': from } });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('open', () =>
      socket.send(frame('phx_join', { config: { broadcast: { self: true } } })),
    );
    socket.on('message', (data) => {
      const { event, payload } = JSON.parse(data.toString());
      if (event !== 'phx_reply') return;
      if (payload.status === 'ok') resolve(socket);
      else reject(new Error(JSON.stringify(payload)));
    });
  });
}

const frame = (event: string, payload: object) =>
  JSON.stringify({ topic: 'realtime:lobby', event, payload, ref: '1', join_ref: '1' });

/** Cut silently, or with a reset as from a machine that no longer knows the connection. */
function cut(socket: WebSocket, isReset: boolean) {
  const { _socket: line } = socket as unknown as {
    _socket: { destroy(): void; resetAndDestroy(): void };
  };
  socket.on('error', () => {});
  if (isReset) line.resetAndDestroy();
  else line.destroy();
}

/** Sends a message twice a second, and counts what comes back. */
function keepHearing(socket: WebSocket) {
  let said = 0;
  let heard = 0;
  socket.on('message', (data) => {
    if (JSON.parse(data.toString()).event === 'broadcast') heard += 1;
  });
  const timer = setInterval(() => {
    said += 1;
    socket.send(frame('broadcast', { type: 'broadcast', event: 'word', payload: { said } }));
  }, 500);
  return {
    stop() {
      clearInterval(timer);
      return { said, heard, isOpen: socket.readyState === WebSocket.OPEN };
    },
  };
}

async function readSockets(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(text.match(/^site_sockets (\d+)/m)?.[1]);
}

const handlesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

async function within<T>(time: number, ask: () => Promise<T>, isAsWished: (answer: T) => boolean) {
  const end = performance.now() + time;
  return until(ask, (answer) => isAsWished(answer) || performance.now() > end);
}
